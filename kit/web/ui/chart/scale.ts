/**
 * The ticks of an axis from zero to at least `most`: three to six round numbers, in steps of 1, 2 or 5 times
 * a power of ten.
 */
export function axisTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/**
 * Moves overlapping items up until each is `gap` from the next, in the same order; `at` counts downwards, as
 * a screen does, and none goes below `lowest`.
 */
export function spreadApart<Each extends { readonly at: number }>(
  all: readonly Each[],
  gap: number,
  lowest: number,
): Each[] {
  let room = lowest
  return all
    .toSorted((one, other) => other.at - one.at)
    .map((each) => {
      const at = Math.min(each.at, room)
      room = at - gap
      return { ...each, at }
    })
}
