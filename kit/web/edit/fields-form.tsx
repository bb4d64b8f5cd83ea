import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { explain } from '../problems.ts'
import { Alert } from '../ui/field/field.tsx'
import type { useForm } from './form.ts'

type Fields = {
  readonly form: ReturnType<typeof useForm>
  readonly children: ReactNode
}

/** Fields, what was wrong, and the submit button. */
export const FieldsForm = ({
  form,
  children,
  buttons,
  ...named
}: Fields & {
  readonly buttons: ReactNode
  readonly 'aria-label'?: string
  readonly onInput?: () => void
}) => (
  <Form
    {...named}
    validationBehavior="aria"
    validationErrors={form.errors}
    onSubmit={form.submit}
    className="grid gap-4"
  >
    {children}
    <Alert>{form.problem && explain(form.problem)}</Alert>
    {buttons}
  </Form>
)
