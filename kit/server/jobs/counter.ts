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

/** Some of the rows of an election: those with these numbers in the column that a counter goes by. */
export type Slice = {
  readonly electionId: number
  within(column: RawBuilder<unknown>): RawBuilder<unknown>
}

/** A number that is kept beside what it counts, and how it is counted anew. */
export type Counter = {
  /** As people and the log read it. */
  readonly name: string
  readonly counts: readonly CountedThing[]
  readonly table: string
  /** What names a row within its election; it is gone through by the first of them. */
  readonly key: readonly [string, ...string[]]
  readonly numbers: readonly string[]
  readonly moments: readonly string[]
  /** Of everything that may have a row, as `id`: through these it is gone, some at a time. */
  ids(electionId: number): RawBuilder<unknown>
  /** How many of them at a time. */
  readonly atOnce: number
  /** What the rows of the slice should say: their keys, numbers and moments, by these names. */
  counted(slice: Slice): RawBuilder<unknown>
  /** What is kept, by the same names, where that is no plain row of the table. */
  readonly kept?: (slice: Slice) => RawBuilder<unknown>
  /** Kept in the row of the thing itself, which is there, or there is nothing to count. */
  readonly isColumn?: boolean
  /** Rows that have to be there also where there is nothing to count. */
  readonly isComplete?: boolean
  /**
   * Keeps to this transaction, in the order in which reports do, what must not change between
   * counting and writing. Its rows are locked after that, in the order of their keys.
   */
  readonly hold?: (slice: Slice) => RawBuilder<unknown>
  /** Writes down what was counted, where that is not to update a row; `differing` has it beside what was kept. */
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
