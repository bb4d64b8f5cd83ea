import type { RandomSource } from '../rehearsal.ts'

/** How an observer follows the plan. */
export type Manner = 'as planned' | 'late' | 'elsewhere' | 'absent' | 'falls silent'

export function mannerOf(chance: RandomSource): Manner {
  const drawn = chance()
  if (drawn < 0.025) return 'absent'
  if (drawn < 0.055) return 'elsewhere'
  if (drawn < 0.115) return 'late'
  return drawn < 0.155 ? 'falls silent' : 'as planned'
}

/** How many minutes after a shift begins they arrive; negative: before. */
export const arrivalDelay = (manner: Manner, chance: RandomSource): number =>
  manner === 'late' ? 50 + chance() * 130 : chance() * 42 - 15
