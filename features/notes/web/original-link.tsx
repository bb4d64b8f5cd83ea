import { type MouseEvent, type ReactNode, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

type Props = {
  readonly src: string
  readonly className: string
  readonly children: ReactNode
}

/** Downloads the original, byte for byte; if it is missing, says so. */
export function OriginalLink({ src, className, children }: Props) {
  const [isGone, setGone] = useState(false)
  const download = async (event: MouseEvent) => {
    // Opened in a new tab, the server's own response is shown.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (await isMissing(src)) setGone(true)
    else window.location.assign(src)
  }
  if (isGone) return <Missing />
  return (
    <a href={src} onClick={(event) => void download(event)} className={className}>
      {children}
    </a>
  )
}

/** A missing file: no broken picture. */
export function Missing() {
  return (
    <span role="status" className="text-small text-alarm">
      {t(say.missing)}
    </span>
  )
}

/** Whether the server itself says that it does not have the file; an expired link proves nothing. */
export async function isMissing(src: string): Promise<boolean> {
  const asking = new AbortController()
  try {
    const reply = await fetch(src, { signal: asking.signal })
    return reply.status === 404 && (await reply.text()).includes('attachment.missing')
  } catch {
    return false
  } finally {
    // An existing file has started to arrive and is not needed twice.
    asking.abort()
  }
}
