import type { ReactNode } from 'react'
import { FieldsForm } from './fields-form.tsx'
import type { useForm } from './form.ts'
import { t } from './language.ts'
import { Button } from './ui/button.tsx'
import { say } from './ui/copy.ts'
import { Dialog, DialogButtons } from './ui/dialog.tsx'

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
      <FieldsForm
        form={form}
        buttons={
          <DialogButtons>
            <Button onPress={onClose}>{t(say.cancel)}</Button>
            <Button
              type="submit"
              look="primary"
              isDisabled={isIncomplete}
              isPending={form.isPending}
            >
              {submit}
            </Button>
          </DialogButtons>
        }
      >
        {children}
      </FieldsForm>
    </Dialog>
  )
}
