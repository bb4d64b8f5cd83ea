import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import type { useForm } from './form.ts'
import { t } from './language.ts'
import { explain } from './problems.ts'
import { Button } from './ui/button.tsx'
import { say } from './ui/copy.ts'
import { Dialog, DialogButtons } from './ui/dialog.tsx'
import { Alert } from './ui/field.tsx'

/** A few fields in a window, and the button that sends them. */
export function FormWindow({
  title,
  form,
  submit,
  isIncomplete = false,
  width = 'small',
  onClose,
  children,
}: {
  title: string
  form: ReturnType<typeof useForm>
  /** The word on the button. */
  submit: string
  /** Nothing can be sent yet. */
  isIncomplete?: boolean
  width?: 'small' | 'medium'
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} isOpen onClose={onClose} width={width}>
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
          <Button type="submit" look="primary" isDisabled={isIncomplete} isPending={form.isPending}>
            {submit}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
