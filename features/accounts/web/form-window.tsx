import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import type { useForm } from '#kit/web/form.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/dialog.tsx'
import { Alert } from '#kit/web/ui/field.tsx'
import { say } from '../copy.ts'

/** A few fields in a window, and the button that sends them. */
export function FormWindow({
  title,
  form,
  submit,
  onClose,
  children,
}: {
  title: string
  form: ReturnType<typeof useForm>
  /** The word on the button. */
  submit: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        validationBehavior="aria"
        validationErrors={form.errors}
        onSubmit={form.submit}
        className="grid gap-4"
      >
        {children}
        <Alert>{form.problem && explain(form.problem)}</Alert>
        <DialogButtons>
          <Button onPress={onClose}>{t(say.cancel)}</Button>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {submit}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
