import type { ReactNode } from 'react'
import { locale, t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { NumberedName } from '../table/numbered-name.tsx'
import { percent } from './percent.ts'

export type Bar = {
  readonly key: string
  /** The name of the counted thing, as text or link. */
  readonly label: ReactNode
  /** Distinguishes it from others of that name. */
  readonly mark?: string
  readonly value: number
  /** The total; if given, the bar also shows its share. */
  readonly of?: number | null
  /** By default that of all bars. */
  readonly tone?: keyof typeof tones
  /** What can be done with it, behind its numbers. */
  readonly action?: ReactNode
}

const tones = { ours: 'bg-ours-fill', alarm: 'bg-alarm-mark' } as const

/** A bar chart from zero, each bar beside its label and number: picture and table are one. */
export function BarList({
  caption,
  items,
  tone = 'ours',
  isNumbered = false,
  most = Math.max(0, ...items.map(({ value }) => value)),
}: {
  /** The counted things, for screen readers. */
  caption: string
  items: readonly Bar[]
  tone?: keyof typeof tones
  isNumbered?: boolean
  /** The value of a full bar; by default the largest. */
  most?: number
}) {
  const hasShares = items.some(({ of }) => of)
  const hasActions = items.some(({ action }) => action)
  return (
    <div className="@container">
      <table className="w-full table-fixed border-separate border-spacing-y-1 text-small">
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {isNumbered && <col className="w-8" />}
          <col className="@md:w-2/5" />
          <col className="@max-md:hidden" />
          <col className="w-14 @md:w-16" />
          {hasShares && <col className="w-14 @md:w-40" />}
          {hasActions && <col className="w-10" />}
        </colgroup>
        <tbody>
          {items.map(({ key, label, mark, value, of, tone: own = tone, action }, index) => (
            <tr key={key}>
              {isNumbered && <td className="pe-2 text-end text-muted">{index + 1}.</td>}
              <th scope="row" className="truncate pe-3 text-start font-normal">
                <span className="flex">
                  {typeof label === 'string' ? <NumberedName text={label} /> : label}
                  {mark && <span className="shrink-0 whitespace-pre text-muted"> · {mark}</span>}
                </span>
                <span className="@md:hidden">
                  <Drawn value={value} most={most} tone={own} />
                </span>
              </th>
              <td aria-hidden="true" className="@max-md:hidden">
                <Drawn value={value} most={most} tone={own} />
              </td>
              <td className="text-end font-strong">{value.toLocaleString(locale)}</td>
              {hasShares && (
                <td className="text-end text-muted">
                  {of ? <Share of={of} part={value} /> : null}
                </td>
              )}
              {hasActions && <td className="text-end print:hidden">{action}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Below the name where there is no room beside it. */
const Drawn = (bar: { value: number; most: number; tone: keyof typeof tones }) => (
  <span
    style={{ width: bar.most === 0 ? 0 : `${(bar.value / bar.most) * 100}%` }}
    className={`block h-3.5 min-w-px rounded-e-[3px] @max-md:h-2 ${tones[bar.tone]}`}
  />
)

/** The share, and what it is of where there is room for it. */
const Share = ({ part, of }: { part: number; of: number }) => (
  <span title={t(say.shareOf, { share: percent(part / of), count: of })}>
    <span aria-hidden="true" className="@md:hidden">
      {percent(part / of)}
    </span>
    <span className="@max-md:sr-only">
      {t(say.shareOf, { share: percent(part / of), count: of })}
    </span>
  </span>
)
