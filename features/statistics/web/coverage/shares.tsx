import { locale } from '#kit/web/language.ts'

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

/** A number with its share of a total, behind a bar. */
export const Share = ({ count, of, colour }: { count: number; of: number; colour: string }) => (
  <span className="flex items-center gap-3">
    <SharesBar of={of} parts={[{ count, colour }]} />
    <span className="w-12 text-end tabular-nums">{count.toLocaleString(locale)}</span>
    <span className="w-12 text-end text-small text-muted tabular-nums">
      {of === 0 ? '–' : percent(count / of)}
    </span>
  </span>
)

/** Whole per cent; only exact values round to 0 and 100. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  const said = share > 0 && whole === 0 ? 1 : share < 1 && whole === 100 ? 99 : whole
  return (said / 100).toLocaleString(locale, { style: 'percent' })
}
