import { greatestOf } from '#kit/contract/greatest.ts'
import type { MapFigure } from './figures.ts'

/** A step of the scale: values from `from` to `to`, inclusive. */
export type Step = { readonly from: number; readonly to: number }

/** How many colours readers can distinguish on a map, not counting the colour of zero. */
const most = 5

/**
 * The possible ends of a share's scale. They are few, so that maps of successive hours usually have the same scale. A
 * single scale up to 1 would show all counties in one colour while at most a tenth of the stations are covered.
 */
const tops = [0.05, 0.1, 0.25, 0.5, 1]

/**
 * The steps of a scale, above step 0 for nothing. Shares have equal steps up to one of `tops`. Counts have steps with
 * about as many counties each.
 */
export function stepsOf(kind: MapFigure['kind'], values: readonly number[]): Step[] {
  if (kind === 'share') {
    const greatest = greatestOf(values)
    const top = tops.find((one) => greatest <= one) ?? 1
    return Array.from({ length: most }, (_, index) => ({
      from: (index * top) / most,
      to: ((index + 1) * top) / most,
    }))
  }
  const known = [...new Set(values.filter((value) => value > 0))].sort((a, b) => a - b)
  const steps = Math.min(most, known.length)
  return Array.from({ length: steps }, (_, index) => ({
    from: known[Math.floor((index * known.length) / steps)] ?? 0,
    to: known[Math.floor(((index + 1) * known.length) / steps) - 1] ?? 0,
  }))
}

/** Which step a value is in, from 1; 0 for nothing. */
export function colourOf(value: number, steps: readonly Step[]): number {
  if (value <= 0) return 0
  const index = steps.findIndex(({ to }) => value <= to)
  return index === -1 ? steps.length : index + 1
}

/** As many colours as there are steps, after that of nothing: the strongest are kept. */
export const rampOf = ([nothing = '', ...rest]: readonly string[], steps: number): string[] => [
  nothing,
  ...rest.slice(rest.length - steps),
]
