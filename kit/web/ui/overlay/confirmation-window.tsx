import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { FirstFocus, HandedBack } from '../handed-focus.ts'
import { DialogButtons, shade } from './dialog.tsx'
import { isLaterPress, isOfDoubleClick } from './double-click.ts'

type Props = {
  readonly title: string
  /** The label of the confirm button. */
  readonly confirm: string
  readonly isDeletion?: boolean | undefined
  readonly isOpen: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal question. */
export function ConfirmationWindow({
  title,
  confirm,
  isDeletion,
  isOpen,
  onConfirm,
  onClose,
  children,
}: Props) {
  return (
    <ModalOverlay
      isDismissable
      shouldCloseOnInteractOutside={isLaterPress}
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      className={shade}
    >
      <Modal className="w-full max-w-md rounded-md border border-line bg-raised shadow-floating">
        <Dialog role="alertdialog" className="grid gap-4 p-6 outline-none">
          {({ close }) => (
            <>
              <HandedBack />
              <Heading slot="title" className="text-large font-strong">
                {title}
              </Heading>
              <div className="grid gap-2">{children}</div>
              <DialogButtons>
                <Button slot="close">{t(say.cancel)}</Button>
                <Button
                  look={isDeletion ? 'alarm' : 'primary'}
                  onPress={() => {
                    // It may have come below the pointer that asked.
                    if (isOfDoubleClick()) return
                    onConfirm()
                    close()
                  }}
                >
                  {confirm}
                </Button>
              </DialogButtons>
              <FirstFocus />
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
