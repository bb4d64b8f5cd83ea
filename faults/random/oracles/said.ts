import type { Chosen } from '../world.ts'

/** What is chosen, as text: the same for the same, in whatever order it was said. */
export const asText = (chosen: readonly Chosen[]): string =>
  JSON.stringify(
    [...new Map(chosen.map((one) => [one.optionId, one])).values()]
      .map(({ optionId, value }) => [optionId, value ?? null] as const)
      .sort(([one], [other]) => one - other),
  )
