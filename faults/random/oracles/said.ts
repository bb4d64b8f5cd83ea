import type { Chosen } from '../world.ts'

/** The chosen options as text: equal for equal choices, in any order. */
export const asText = (chosen: readonly Chosen[]): string =>
  JSON.stringify(
    [...new Map(chosen.map((one) => [one.optionId, one])).values()]
      .map(({ optionId, value }) => [optionId, value ?? null] as const)
      .sort(([one], [other]) => one - other),
  )
