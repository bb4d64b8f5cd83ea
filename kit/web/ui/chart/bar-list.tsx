import type { ReactNode } from 'react'
import { locale } from '#kit/web/language.ts'
import { NumberedName } from '../table/numbered-name.tsx'

export type Bar = {
  readonly key: string
  /** What is counted, as text or as a link to it. */
  readonly label: ReactNode
  /** Distinguishes it from others of that name. */
  readonly mark?: string
  readonly value: number
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
  /** What is counted, for screen readers. */
  caption: string
  items: readonly Bar[]
  tone?: keyof typeof tones
  isNumbered?: boolean
  /** The value of a full bar; by default the largest. */
  most?: number
}) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-y-1 text-small">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {isNumbered && <col className="w-8" />}
        <col className="w-2/5" />
        <col />
        <col className="w-16" />
      </colgroup>
      <tbody>
        {items.map(({ key, label, mark, value }, index) => (
          <tr key={key}>
            {isNumbered && <td className="pe-2 text-end text-muted">{index + 1}.</td>}
            <th scope="row" className="truncate pe-3 text-start font-normal">
              <span className="flex">
                {typeof label === 'string' ? <NumberedName text={label} /> : label}
                {mark && <span className="shrink-0 whitespace-pre text-muted"> · {mark}</span>}
              </span>
            </th>
            <td aria-hidden="true">
              <div
                style={{ width: most === 0 ? 0 : `${(value / most) * 100}%` }}
                className={`h-3.5 min-w-px rounded-e-[3px] ${tones[tone]}`}
              />
            </td>
            <td className="text-end font-strong">{value.toLocaleString(locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
