import { type MouseEvent, type ReactNode, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

type Props = {
  readonly src: string
  readonly className: string
  readonly children: ReactNode
}

/** Downloads what came, byte by byte; where that is not to be had, it says so. */
export function OriginalLink({ src, className, children }: Props) {
  const [isGone, setGone] = useState(false)
  const download = async (event: MouseEvent) => {
    // In a tab of its own whoever wants it so sees what the server says.
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

/** A file that should be there, and is not: no picture that is broken. */
export function Missing() {
  return (
    <span role="status" className="text-small text-alarm">
      {t(say.missing)}
    </span>
  )
}

/** Whether the server itself says that it has not got the file; a link that has expired says nothing. */
export async function isMissing(src: string): Promise<boolean> {
  const asking = new AbortController()
  try {
    const reply = await fetch(src, { signal: asking.signal })
    return reply.status === 404 && (await reply.text()).includes('attachment.missing')
  } catch {
    return false
  } finally {
    // Of what is there, its beginning has come and nobody wants the rest twice.
    asking.abort()
  }
}
