import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import type { Invitation } from '../contract.ts'
import { say } from '../copy.ts'

/** A link, shown only once, for the manager of accounts to pass on. */
export function InvitationLink({
  account,
  invitation: { link, isMailed },
  onClose,
}: {
  account: string
  invitation: Invitation
  onClose: () => void
}) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <Dialog title={t(say.link, { account })} isOpen onClose={onClose} width="medium">
      <p>{t(say.linkAbout)}</p>
      <code className="select-all rounded-md border border-line p-3 wrap-anywhere">{link}</code>
      {isMailed && <p>{t(say.alsoMailed)}</p>}
      <DialogButtons>
        <Button onPress={onClose}>{t(say.done)}</Button>
        {'clipboard' in navigator && (
          <Button look="primary" onPress={() => void copy()}>
            <Icon name={isCopied ? 'check' : 'copy'} />
            {t(isCopied ? say.copied : say.copyLink)}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}
