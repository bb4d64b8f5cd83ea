import type { RawBuilder } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ActorContext } from './history/record-change.ts'

/** What a feature does with what runs in an election that is left, emptied or put away. */
export type ElectionEndHook = (by: ActorContext, electionId: Id<'elections'>) => Promise<void>

/** What a feature holds of an election, all of which goes when it is emptied. */
export type Emptied = {
  /** Its tables, those that refer before those they refer to. */
  readonly tables: readonly string[]
  /** Its rows refer to what features behind it have: they go before all others. */
  readonly goesFirst?: true
  /** Those whose rows tell how much there is to do. */
  readonly counted?: readonly string[]
  /** Those whose rows lie in each other, and are gone with what they lie in: they go all at once. */
  readonly nested?: readonly string[]
}

/** A table of it. */
export type CopiedPart = {
  readonly table: string
  /** Which of its rows `t` come along; of those before them `copied` knows which came. */
  readonly which: RawBuilder<unknown>
  /** Its columns that name rows of the tables copied before, or of itself. */
  readonly refers: Readonly<Record<string, string>>
  /** What is different in the copy. */
  readonly changes?: Readonly<Record<string, unknown>>
}

/** What a feature gives to an election that is set up as another one is. */
export type Copied = {
  /** Keeps it as it is until the transaction ends. */
  hold(tx: Tx, from: Id<'elections'>): Promise<void>
  /** Its tables, those that are referred to before those that refer. */
  readonly parts: readonly CopiedPart[]
}

/** Rows that could tell who observed an election, and go when erasing begins. */
type ErasedRows = {
  readonly table: string
  /** Which of its rows `t`; all of the election's when absent. */
  readonly which?: (id: Id<'elections'>) => RawBuilder<unknown>
}

/** Rows that stay, and are blanked in portions. */
export type BlankedRows = {
  /** As the act in history counts them. */
  readonly what: 'observers' | 'lines'
  readonly table: string
  /** What is put in the place of what tells. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** How many still tell. */
  countTelling(electionId: RawBuilder<unknown>): RawBuilder<number>
  /** Blanks some, behind the row that was reached before; when it blanks none, there are none behind that. */
  blankSome(tx: Tx, id: Id<'elections'>, after: number): Promise<Portion>
}

/** What one transaction blanks, and the row behind which the next goes on; 0: wherever there is one. */
export type Portion = { readonly rows: number; readonly reached: number }

/** What a feature does when the people of an election are erased. What was reported stays. */
export type Eraser = {
  readonly gone?: readonly ErasedRows[]
  readonly blanked?: BlankedRows
}
