import { locale, t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import type { Palette } from './colours.ts'
import type { MapFigure } from './figures.ts'
import type { Step } from './steps.ts'

/** What the colours and points mean. The table says the same in words, so it is hidden from screen readers. */
export function Legend({
  figure,
  steps,
  colours,
  palette,
  hasStations,
}: {
  figure: MapFigure
  steps: readonly Step[]
  colours: readonly string[]
  palette: Palette
  hasStations: boolean
}) {
  if (steps.length === 0 && !hasStations) return null
  return (
    <div
      aria-hidden="true"
      className="flex shrink-0 flex-wrap gap-x-6 gap-y-0.5 border-t border-line bg-surface px-4 py-1.5 text-small"
    >
      {steps.length > 0 && (
        <div className="flex flex-wrap gap-x-4">
          <p className="font-strong">{t(figure.title)}</p>
          <ul className="flex flex-wrap gap-x-4">
            {[undefined, ...steps].map((step, index) => (
              <li key={step?.from ?? -1} className="flex items-center gap-1.5">
                <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4">
                  <rect width="16" height="12" fill={colours[index]} stroke={palette.line} />
                </svg>
                {step ? rangeOf(step, figure.kind) : t(say.none)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasStations && (
        <>
          <Points palette={palette} />
          <p className="text-muted print:hidden">{t(say.othersNearer)}</p>
        </>
      )}
    </div>
  )
}

function Points({ palette: { marks } }: { palette: Palette }) {
  const states = [say.uncovered, say.awaited, say.visited, say.lateThere, say.flaggedThere] as const
  return (
    <ul className="flex flex-wrap gap-x-4">
      {states.map((state, index) => (
        <li key={state.en as string} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5">
            <path d={marks[index]?.path} fill={marks[index]?.fill} stroke={marks[index]?.edge} />
          </svg>
          {t(state)}
        </li>
      ))}
    </ul>
  )
}

function rangeOf({ from, to }: Step, kind: MapFigure['kind']): string {
  if (kind === 'share') return `${percent(from)} – ${percent(to)}`
  const [least, most] = [from.toLocaleString(locale), to.toLocaleString(locale)]
  return from === to ? least : `${least} – ${most}`
}

const percent = (share: number) =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
