import { type ReactNode, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from './copy.ts'

/** A secret that is never shown again, with a button that copies it; `children` say so. */
export function ShownOnce({ secret, children }: { secret: string; children: ReactNode }) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === secret
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(secret)
  }
  return (
    <div role="status" className="grid gap-2 rounded-md bg-attention-soft p-3">
      <p>{children}</p>
      <code className="select-all wrap-anywhere">{secret}</code>
      {'clipboard' in navigator && (
        <Button size="small" className="justify-self-start" onPress={() => void copy()}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t(isCopied ? say.copied : say.copy)}
        </Button>
      )}
    </div>
  )
}
