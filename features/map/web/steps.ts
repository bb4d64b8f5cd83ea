import type { MapFigure } from './figures.ts'

/** A step of the scale: values from `from` up to `to`, both among them. */
export type Step = { readonly from: number; readonly to: number }

/** So many colours can be told apart on a map, beside that of nothing. */
const most = 5

/**
 * The steps of a scale, after that of nothing, which is 0. Shares have fixed ones, so that a map of this hour compares
 * with one of the next; counts are divided so that each step has about as many counties.
 */
export function stepsOf(kind: MapFigure['kind'], values: readonly number[]): Step[] {
  if (kind === 'share')
    return Array.from({ length: most }, (_, index) => ({
      from: index / most,
      to: (index + 1) / most,
    }))
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
