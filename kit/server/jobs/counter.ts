import type { RawBuilder } from 'kysely'

/** What acts change that is counted: an act names what it changed, and a counter what it counts. */
export const countedThings = [
  'observers',
  'test-observers',
  'stations',
  'reports',
  'messages',
] as const
export type CountedThing = (typeof countedThings)[number]

/** Some rows of an election: those with these numbers in the column that a counter is sliced by. */
export type Slice = {
  readonly electionId: number
  within(column: RawBuilder<unknown>): RawBuilder<unknown>
}

/** A stored counter, and how it is recounted. */
export type Counter = {
  /** As people and the log read it. */
  readonly name: string
  readonly counts: readonly CountedThing[]
  readonly table: string
  /** A row's key within its election; slices are by the first column. */
  readonly key: readonly [string, ...string[]]
  readonly numbers: readonly string[]
  readonly moments: readonly string[]
  /** All possible rows, as `id`: slices are taken from these. */
  ids(electionId: number): RawBuilder<unknown>
  /** The size of a slice. */
  readonly atOnce: number
  /** The correct rows of the slice: their keys, numbers and moments, by these names. */
  counted(slice: Slice): RawBuilder<unknown>
  /** The stored rows, by the same names, where they are not plain rows of the table. */
  readonly kept?: (slice: Slice) => RawBuilder<unknown>
  /** A column of the counted thing itself: its row exists, or there is nothing to count. */
  readonly isColumn?: boolean
  /** Rows that have to exist even where there is nothing to count. */
  readonly isComplete?: boolean
  /**
   * Locks, in the order of reports, what must not change between counting and writing. The counter's rows are
   * locked after that, in key order.
   */
  readonly hold?: (slice: Slice) => RawBuilder<unknown>
  /**
   * Writes the correct values, where that is not to update a row; `differing` has them beside the stored
   * ones.
   */
  readonly correct?: (slice: Slice, differing: RawBuilder<unknown>) => RawBuilder<unknown>
}

type CounterDefinition = Pick<Counter, 'table' | 'key' | 'counts' | 'ids' | 'counted'> &
  Partial<Omit<Counter, 'table' | 'key' | 'counts' | 'ids' | 'counted'>>

export const counter = (said: CounterDefinition): Counter => ({
  name: said.table,
  numbers: [],
  moments: [],
  atOnce: 1000,
  ...said,
})
