import { type RandomSource, seededRandom } from '#apps/cli/rehearsal.ts'

/** A random source: the same for the same seed, client and operation. */
export type SeededRandom = {
  readonly chance: RandomSource
  /** A whole number from 0 up to, not including, `most`. */
  below(most: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item | undefined
  /** Each of them with this probability. */
  some<Item>(items: readonly Item[], probability: number): Item[]
  shuffled<Item>(items: readonly Item[]): Item[]
}

/**
 * The nth operation of a client has its own source: however its calls interleave with others, its choices do
 * not depend on how much was drawn before.
 */
export function seededRandomOf(seed: number, client: number, nth: number): SeededRandom {
  const mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(client + 1, 0x85ebca6b)
  const chance = seededRandom(mixed ^ Math.imul(nth + 1, 0xc2b2ae35))
  // The first numbers of neighbouring seeds are similar.
  for (let warm = 0; warm < 3; warm++) chance()
  const below = (most: number) => Math.floor(chance() * most)
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, rank: chance() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item)
  return {
    chance,
    below,
    happens: (probability) => chance() < probability,
    pick: (items) => items[below(items.length)],
    some: (items, probability) => items.filter(() => chance() < probability),
    shuffled,
  }
}
