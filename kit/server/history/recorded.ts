import type { RawBuilder } from 'kysely'
import type { RecordedLine, ReplayedRow, Values } from '#kit/contract/history/recorded.ts'

/** The stored fields of a row `t`, by their names in findings. */
type StoredFields<Word extends string> = Readonly<Record<Word, RawBuilder<unknown>>>

/** A table that history tells in full: the proof replays the lines of each row, and compares. */
export type RecordedTable<Word extends string = string> = {
  /** Its name, which is also the subject of the lines. */
  readonly rows: string
  /** Joined to its rows `t`. */
  readonly joined?: RawBuilder<unknown>
  readonly fields: StoredFields<Word>
  /** The station that a row is about. */
  readonly station: RawBuilder<unknown>
  /** Rows of another table that belong to it. */
  readonly parts?: {
    readonly rows: string
    /** Their column that refers to it. */
    readonly owner: string
    readonly fields: StoredFields<string>
    nameOf(values: Values): string
  }
  /** How many rows are compared at a time. */
  readonly atOnce: number
  /** Reports are taken back when a rehearsal is started; other rows stay. */
  readonly isReport: boolean
  /** The findings for a row that only history has, and for one that it does not have. */
  readonly missing?: string
  readonly unrecorded?: string
  nameOf(id: number, values: Values): string
  /** Undefined: no line tells of it. */
  replay(
    lines: readonly RecordedLine[],
    row: Values<Word> | undefined,
  ): ReplayedRow<Word> | undefined
}

/** Lets the compiler compare the words of both sides. */
export const recordedTable = <Word extends string>(table: RecordedTable<Word>): RecordedTable =>
  table
