import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { ShortTime } from '#kit/web/time.tsx'
import { Mark } from '#kit/web/ui/mark.tsx'
import { say } from '../copy.ts'
import { type Filling, fillBlanks, type MessageText } from '../domain.ts'

/** The message as an observer will see it first: on a locked phone. */
export function LockScreen({
  title,
  message,
  filling,
}: MessageText & {
  /** The values of its blanks for one recipient. */
  readonly filling: Filling | undefined
}) {
  const [now] = useState(() => new Date())
  return (
    <figure className="grid justify-items-center gap-3 lg:sticky lg:top-0">
      <div className="relative flex aspect-[9/17] w-72 flex-col rounded-[44px] border-8 border-ink bg-linear-to-br from-ours-fill-strong via-ours-fill to-attention-strong p-3 shadow-floating dark:border-line">
        <span
          aria-hidden="true"
          className="absolute top-2 left-1/2 h-5 w-20 -translate-x-1/2 rounded-full bg-shade"
        />
        <p aria-hidden="true" className="mt-14 text-center text-[64px] leading-none text-white">
          <ShortTime at={now} />
        </p>
        <div className="mt-10 rounded-[20px] bg-raised px-4 py-3 text-ink shadow-floating">
          <p aria-hidden="true" className="flex items-center gap-2 text-small text-muted">
            <Mark className="size-4" />
            <span className="flex-1">Veghe</span>
            {t(say.justNow)}
          </p>
          <p className={`mt-1 truncate font-strong ${title ? '' : 'text-muted'}`}>
            {title || t(say.titleHere)}
          </p>
          <p
            className={`line-clamp-4 whitespace-pre-line wrap-anywhere ${message ? '' : 'text-muted'}`}
          >
            {(filling ? fillBlanks(message, filling) : message) || t(say.messageHere)}
          </p>
        </div>
        <span
          aria-hidden="true"
          className="absolute bottom-2 left-1/2 h-1 w-24 -translate-x-1/2 rounded-full bg-white"
        />
      </div>
      <figcaption className="text-center text-small text-muted">
        {t(say.preview)}
        {filling && <span className="block">{t(say.filledFor, { name: filling.name })}</span>}
      </figcaption>
    </figure>
  )
}
