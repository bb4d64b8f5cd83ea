import { type ReactNode, useState } from 'react'
import { t } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { say } from '../ui/copy.ts'
import { ConfirmationWindow } from '../ui/overlay/confirmation-window.tsx'
import { Dialog, DialogButtons } from '../ui/overlay/dialog.tsx'
import { Unsaved } from '../ui/overlay/unsaved.tsx'
import { FieldsForm } from './fields-form.tsx'
import type { useForm } from './form.ts'

/** A few fields in a window, and the submit button. */
export function FormWindow({
  title,
  form,
  submit,
  isIncomplete = false,
  isDeletion = false,
  width = 'small',
  isDirty,
  isHeld = false,
  leave = t(say.cancel),
  onClose,
  children,
}: {
  title: string
  form: ReturnType<typeof useForm>
  /** The label of the submit button. */
  submit: string
  /** It cannot be submitted yet. */
  isIncomplete?: boolean
  /** Submitting it deletes something. */
  isDeletion?: boolean
  width?: 'small' | 'medium'
  /** Whether there is unsaved input; by default anything that was typed. */
  isDirty?: boolean | undefined
  /** Only its buttons close it. */
  isHeld?: boolean
  /** The label of the button that closes it without sending anything. */
  leave?: string
  onClose: () => void
  children: ReactNode
}) {
  const [isTyped, setTyped] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const isUnsaved = isDirty ?? isTyped
  // An accidental key or click does not close a window with input.
  const close = () => (isUnsaved ? setClosing(true) : onClose())
  return (
    <Dialog title={title} isOpen onClose={close} width={width} isHeld={isHeld}>
      <FieldsForm
        form={form}
        onInput={() => setTyped(true)}
        buttons={
          <DialogButtons>
            <Button onPress={onClose}>{leave}</Button>
            <Button
              type="submit"
              look={isDeletion ? 'alarm' : 'primary'}
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
      <Unsaved name={title} isDirty={isUnsaved} />
      <ConfirmationWindow
        isOpen={isClosing}
        isDeletion
        title={t(say.unsaved)}
        confirm={t(say.leave)}
        onConfirm={onClose}
        onClose={() => setClosing(false)}
      >
        {t(say.unsavedWindow)}
      </ConfirmationWindow>
    </Dialog>
  )
}
