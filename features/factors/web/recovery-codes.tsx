import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { say } from '../copy.ts'

/** The recovery codes, shown only once. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <Dialog title={t(say.recoveryCodes)} isOpen onClose={onClose}>
      <p>{t(say.recoveryCodesAbout)}</p>
      <ol className="grid gap-y-1 text-small rounded-md border border-line p-3">
        {codes.map((code) => (
          <li key={code}>
            <code className="select-all">{code}</code>
          </li>
        ))}
      </ol>
      <DialogButtons>
        {'clipboard' in navigator && (
          <Button onPress={() => void copy()}>
            <Icon name={isCopied ? 'check' : 'copy'} />
            {t(isCopied ? say.copied : say.copyCodes)}
          </Button>
        )}
        <Button look="primary" onPress={onClose}>
          {t(say.kept)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
