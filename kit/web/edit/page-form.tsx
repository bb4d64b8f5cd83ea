import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { FieldsForm } from './fields-form.tsx'
import type { useForm } from './form.ts'

type Props = {
  readonly form: ReturnType<typeof useForm>
  readonly children: ReactNode
  readonly label: string
  /** The label of its button. */
  readonly submit: string
}

/** The main form of a page, with one submit button. */
export const PageForm = ({ label, form, submit, children }: Props) => (
  <FieldsForm
    aria-label={label}
    form={form}
    buttons={
      <Button type="submit" look="primary" isPending={form.isPending}>
        {submit}
      </Button>
    }
  >
    {children}
  </FieldsForm>
)
