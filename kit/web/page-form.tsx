import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import type { useForm } from './form.ts'
import { explain } from './problems.ts'
import { Button } from './ui/button.tsx'
import { Alert } from './ui/field.tsx'

type Props = {
  readonly label: string
  readonly form: ReturnType<typeof useForm>
  /** What its button says. */
  readonly submit: string
  readonly children: ReactNode
}

/** A form that is what its page is for: its fields, what was wrong, and one button that sends it. */
export const PageForm = ({ label, form, submit, children }: Props) => (
  <Form
    aria-label={label}
    validationBehavior="aria"
    validationErrors={form.errors}
    onSubmit={form.submit}
    className="grid gap-4"
  >
    {children}
    <Alert>{form.problem && explain(form.problem)}</Alert>
    <Button type="submit" look="primary" isPending={form.isPending}>
      {submit}
    </Button>
  </Form>
)
