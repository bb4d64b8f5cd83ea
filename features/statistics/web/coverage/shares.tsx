import { locale } from '#kit/web/language.ts'
import { percent } from '#kit/web/ui/chart/percent.ts'

/** A stacked bar of shares, which the numbers beside it describe. */
export function SharesBar({
  of,
  parts,
}: {
  of: number
  parts: readonly { readonly count: number; readonly colour: string }[]
}) {
  return (
    <span
      aria-hidden="true"
      className="flex h-2 min-w-16 flex-1 overflow-hidden rounded-md bg-quiet"
    >
      {parts.map(({ count, colour }) => (
        <span
          key={colour}
          style={{ width: of === 0 ? 0 : `${(count / of) * 100}%` }}
          className={colour}
        />
      ))}
    </span>
  )
}

/** A bar, followed by a number and its share of a total. */
export const Share = ({ count, of, colour }: { count: number; of: number; colour: string }) => (
  <span className="flex items-center gap-3">
    <SharesBar of={of} parts={[{ count, colour }]} />
    <span className="w-12 text-end tabular-nums">{count.toLocaleString(locale)}</span>
    <span className="w-12 text-end text-small text-muted tabular-nums">
      {of === 0 ? '–' : percent(count / of)}
    </span>
  </span>
)
