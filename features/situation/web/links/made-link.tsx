import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'

/** A new link, which is never shown again. */
export function MadeLink({ link }: { link: string }) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === link
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(link)
  }
  return (
    <div role="status" className="grid gap-2 rounded-md bg-attention-soft p-3">
      <p>{t(say.linkOnce)}</p>
      <code className="select-all wrap-anywhere">{link}</code>
      {'clipboard' in navigator && (
        <Button size="small" className="justify-self-start" onPress={() => void copy()}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t(isCopied ? say.copied : say.copyLink)}
        </Button>
      )}
    </div>
  )
}
