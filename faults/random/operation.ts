import type { SeededRandom } from './seeded-random.ts'

/**
 * One kind of thing that somebody does. `run` makes the calls and keeps in the world what their
 * answers teach; whether it did anything is its answer.
 */
export type Operation<Actor> = {
  readonly name: string
  /** How often it is chosen, beside the others. */
  readonly weight: number
  run(actor: Actor, draw: SeededRandom): Promise<unknown>
}

/** One of them, as often as its weight says. */
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
