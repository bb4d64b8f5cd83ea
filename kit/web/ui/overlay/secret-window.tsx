import type { ReactNode } from 'react'
import { t } from '../../language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { ShownOnce } from '../feedback/shown-once.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Unsaved } from './unsaved.tsx'

export type NewSecret = {
  /** The window's title, which says what it is a secret of. */
  readonly title: string
  readonly secret: string
}

/** A new secret, which is shown this once; `children` say what it is for. */
export function SecretWindow({
  title,
  secret,
  onClose,
  children,
}: NewSecret & { readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    <Dialog title={title} isOpen onClose={onClose} width="medium">
      <ShownOnce secret={secret}>{children}</ShownOnce>
      <DialogButtons>
        <Button look="primary" onPress={onClose}>
          {t(say.secretCopied)}
        </Button>
      </DialogButtons>
      {/* With the session it would go before it was copied. */}
      <Unsaved name={title} isDirty />
    </Dialog>
  )
}
