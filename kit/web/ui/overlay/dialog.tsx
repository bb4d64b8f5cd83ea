import type { ReactNode } from 'react'
import {
  Dialog as AriaDialog,
  DialogTrigger,
  Heading,
  Modal,
  ModalOverlay,
} from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Button, IconButton } from '../button.tsx'
import { say } from '../copy.ts'
import { FirstFocus, HandedBack } from '../handed-focus.ts'
import { isLaterPress } from './double-click.ts'

/** The backdrop between a window and the page. */
export const shade = 'fixed inset-0 z-40 grid place-items-center overflow-auto bg-shade p-4'

const widths = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' } as const

/** A modal window, opened and closed by the caller; the focus returns where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  width = 'small',
  isHeld = false,
  children,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Neither Escape nor a click outside closes it: it needs an answer. */
  isHeld?: boolean
  width?: keyof typeof widths
  children: ReactNode
}) {
  return (
    <ModalOverlay
      isDismissable={!isHeld}
      shouldCloseOnInteractOutside={isLaterPress}
      isKeyboardDismissDisabled={isHeld}
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      className={shade}
    >
      <Modal
        className={`flex max-h-full w-full flex-col rounded-md border border-line bg-raised shadow-floating ${widths[width]}`}
      >
        <AriaDialog className="flex min-h-0 flex-col outline-none">
          <HandedBack />
          <div className="flex items-start justify-between gap-4 p-6 pb-3">
            <Heading slot="title" className="text-large font-strong">
              {title}
            </Heading>
            {!isHeld && (
              <IconButton icon="cross" label={t(say.close)} onPress={onClose} className="-m-1" />
            )}
          </div>
          <div className="grid min-h-0 grid-cols-1 gap-4 overflow-auto px-6 pt-1 pb-6">
            {children}
          </div>
          <FirstFocus />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The buttons at the foot of a dialog, the confirming one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div data-buttons="" className="flex flex-wrap justify-end gap-2 pt-2">
      {children}
    </div>
  )
}

/** A thumbnail that opens large, over the page. */
export function Enlarge({
  trigger,
  label,
  beside,
  children,
}: {
  trigger: ReactNode
  label: string
  /** Further actions. */
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <DialogTrigger>
      {trigger}
      <ModalOverlay isDismissable shouldCloseOnInteractOutside={isLaterPress} className={shade}>
        <Modal className="max-h-full max-w-full rounded-md bg-raised shadow-floating">
          <AriaDialog aria-label={label} className="grid gap-2 p-2 outline-none">
            <HandedBack />
            {children}
            <div className="flex items-center justify-end gap-4">
              {beside}
              <Button slot="close">{t(say.close)}</Button>
            </div>
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
