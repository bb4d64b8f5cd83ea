/** A line of history about one row. */
export type RecordedLine = {
  readonly id: number
  readonly subjectId: number
  readonly at: Date
  readonly actorRole: string
  readonly actorId: number | null
  readonly act: string
  readonly before: unknown
  readonly after: unknown
}

/** Values of a row, by the words that findings use for them. */
export type Values<Word extends string = string> = { readonly [word in Word]?: unknown }

/** Rows of another table that belong to a row, by the words for each. */
export type Parts = ReadonlyMap<string, Values>

/** A row as its lines of history say that it is. */
export type ReplayedRow<Word extends string = string> = {
  /** Undefined where the lines do not tell a value: then it is not compared. */
  readonly values: Values<Word>
  readonly parts?: Parts
  /** Contradictions found on the way. */
  readonly faults?: readonly string[]
  /** History says that the row is gone: what to say if it is there. */
  readonly gone?: string | undefined
}
