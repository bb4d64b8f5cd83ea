import { greatestOf } from '#kit/contract/greatest.ts'
import type { MapFigure } from './figures.ts'

/** A step of the scale: values from `from` up to `to`, both among them. */
export type Step = { readonly from: number; readonly to: number }

/** So many colours can be told apart on a map, beside that of nothing. */
const most = 5

/**
 * Where the scale of a share ends. A few, so that a map of this hour nearly always compares with one of the next; but where
 * a tenth of the stations are covered at most, a scale up to all of them would have one colour for everything.
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
