import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { say } from '../copy.ts'

type Props = {
  /** The anchors of all questions, in their order. */
  readonly all: readonly string[]
  /** The anchors of unsettled questions. */
  readonly open: readonly string[]
}

/** The number of unsettled differences, and a button to the next one. */
export function DifferenceLine({ all, open }: Props) {
  const [last, setLast] = useState<string>()
  const next = () => {
    // The last difference may have been settled meanwhile.
    const rest = all.slice(all.indexOf(last ?? '') + 1)
    const to = rest.find((one) => open.includes(one)) ?? open[0]
    if (!to) return
    setLast(to)
    const row = document.getElementById(to)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }
  if (open.length === 0)
    return (
      <p role="status" className="flex items-center gap-2 text-done">
        <Icon name="check" />
        {t(say.noDifferences)}
      </p>
    )
  return (
    <div className="flex items-center gap-2 font-strong">
      <Icon name="warning" className="text-muted" />
      <span role="status">{t(say.differences, { count: open.length })}</span>
      <button
        type="button"
        aria-keyshortcuts="n"
        aria-label={t(say.toNextDifference)}
        title={t(say.toNextDifference)}
        onClick={next}
        className={buttonClass('plain', 'small')}
      >
        {t(say.nextDifference)}
        {areLettersKeys() && (
          <span aria-hidden="true" className="max-sm:hidden">
            <Key>n</Key>
          </span>
        )}
      </button>
    </div>
  )
}
