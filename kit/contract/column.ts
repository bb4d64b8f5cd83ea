import type { Copy } from './copy.ts'

/** A day (`2026-11-27`) or a time of day (`07:30`). */
export type DayOrTime = { readonly shows: 'day' | 'time'; readonly text: string }

/** A file beside the one with this cell, by its relative path. */
export type FileLink = { readonly linksTo: string }

/** What a cell may hold. A Date is a wall clock, read in UTC; text is never taken for a formula. */
export type Cell = string | number | boolean | Date | DayOrTime | FileLink | null

/** Shows a fact of a row in the same way on a screen and in a spreadsheet. */
export type Column<Row> = {
  readonly title: Copy
  readonly value: (row: Row) => Cell
}

export const columns = <Row>(...all: readonly Column<Row>[]) => all
