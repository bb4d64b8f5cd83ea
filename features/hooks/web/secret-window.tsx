import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ShownOnce } from '#kit/web/ui/feedback/shown-once.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { say } from '../copy.ts'

export type HookSecret = { readonly address: string; readonly secret: string }

/** The new secret of a hook, which is shown this once. */
export function SecretWindow({ address, secret, onClose }: HookSecret & { onClose: () => void }) {
  const title = t(say.secretTitle, { address })
  return (
    <Dialog title={title} isOpen onClose={onClose} width="medium">
      <ShownOnce secret={secret}>{t(say.secretAbout)}</ShownOnce>
      <DialogButtons>
        <Button look="primary" onPress={onClose}>
          {t(say.done)}
        </Button>
      </DialogButtons>
      {/* With the session it would go before it was copied. */}
      <Unsaved name={title} isDirty />
    </Dialog>
  )
}
