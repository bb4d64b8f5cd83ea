import type { SeededRandom } from '#testing/evening/seeded-random.ts'

/**
 * One kind of operation. `run` makes the calls and updates the model from the replies; it returns whether it
 * did anything.
 */
export type Operation<Actor> = {
  readonly name: string
  /** Its relative frequency. */
  readonly weight: number
  run(actor: Actor, draw: SeededRandom): Promise<unknown>
}

/** Picks an operation at random, by weight. */
export function choose<Actor>(
  operations: readonly Operation<Actor>[],
  draw: SeededRandom,
): Operation<Actor> | undefined {
  const total = operations.reduce((sum, { weight }) => sum + weight, 0)
  let left = draw.chance() * total
  return operations.find(({ weight }) => {
    left -= weight
    return left < 0
  })
}
