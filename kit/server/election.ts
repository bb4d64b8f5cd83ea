import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ActorContext } from './history/record-change.ts'

/** A feature's handling of running work in an election that is left, emptied or deleted. */
export type ElectionEndHook = (by: ActorContext, electionId: Id<'elections'>) => Promise<void>

/** Withdraws a feature's preparations in a rehearsal that is started for real. */
export type ElectionStartHook = ElectionEndHook

/** Resumes a feature's work in an election that comes back: as the current one, from the archive, from the trash. */
export type ElectionReturnHook = (tx: Tx, electionId: Id<'elections'>) => Promise<void>

/** Deletes a feature's reports of observers; dependent rows were deleted before. */
export type TakeBackHook = (
  tx: Tx,
  electionId: Id<'elections'>,
  observerIds: readonly number[],
) => Promise<void>

/** Clock times that a feature stores as moments: they depend on the election's time zone. */
export type ClockTimes = {
  readonly what: 'shifts' | 'milestones'
  /** How many times the two zones show differently, the first of these, and those that no clock of the new zone shows. */
  find(db: Db | Tx, electionId: Id<'elections'>, zones: Zones): Promise<FoundTimes>
  /** Moves them, so that clocks of the new zone show the same times as before. */
  move(by: ActorContext, electionId: Id<'elections'>, zones: Zones): Promise<void>
}
export type FoundTimes = {
  readonly count: number
  readonly first: Date | null
  /** Clocks of the new zone skip them: they would move to another time, and not come back. */
  readonly skipped: {
    readonly count: number
    readonly first: readonly { readonly name: string; readonly at: Date; readonly becomes: Date }[]
  }
}
export type Zones = { readonly from: string; readonly to: string }

/** A feature's data in an election, which is deleted when the election is emptied. */
export type Emptied = {
  /** Its tables, referring ones before those they refer to. */
  readonly tables: readonly string[]
  /** Its rows refer to later features' tables, so they are deleted first. */
  readonly goesFirst?: true
  /** The tables whose row counts measure the work. */
  readonly counted?: readonly string[]
  /** Self-referencing tables, whose rows are deleted with their parents: all at once. */
  readonly nested?: readonly string[]
}

/** A table to copy. */
export type CopiedPart = {
  readonly table: string
  /** Which of its rows `t` are copied; `copied` has the copied rows of earlier tables. */
  readonly which: RawBuilder<unknown>
  /** Its columns that refer to tables copied before, or to itself. */
  readonly refers: Readonly<Record<string, string>>
  /** Values that differ in the copy. */
  readonly changes?: Readonly<Record<string, unknown>>
}

/** What a feature copies to an election that is set up like another one. */
export type Copied = {
  /** Locks the source until the transaction ends. */
  hold(tx: Tx, from: Id<'elections'>): Promise<void>
  /** Its tables, referenced ones before those that refer to them. */
  readonly parts: readonly CopiedPart[]
}

/** Rows that could identify observers of an election, and are deleted when erasing begins. */
type ErasedRows = {
  readonly table: string
  /** Which of its rows `t`; all of the election's when absent. */
  readonly which?: (id: Id<'elections'>) => RawBuilder<unknown>
}

/** Texts that could identify observers, and give way to a dash when erasing begins; their rows stay. */
type ErasedTexts = {
  readonly table: string
  readonly columns: readonly string[]
}

/** Rows that stay, and are blanked in portions. */
export type BlankedRows = {
  /** Their name in the erasure's history line. */
  readonly what: 'observers' | 'lines'
  readonly table: string
  /** The replacements for identifying values. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** How many rows still identify a person. */
  countTelling(electionId: RawBuilder<unknown>): RawBuilder<number>
  /** Blanks some rows, after the row reached before; when it blanks none, no more are left. */
  blankSome(tx: Tx, id: Id<'elections'>, after: number): Promise<Portion>
}

/** What one transaction blanks, and the row after which the next continues; 0: from the beginning. */
export type Portion = { readonly rows: number; readonly reached: number }

/** A feature's part in erasing the people of an election. Their reports stay. */
export type Eraser = {
  readonly gone?: readonly ErasedRows[]
  readonly texts?: readonly ErasedTexts[]
  readonly blanked?: BlankedRows
}
