import type { Copy } from './copy.ts'

/** One way to show a fact of a row, on a screen and in a spreadsheet alike. */
export type Column<Row> = {
  readonly title: Copy
  readonly value: (row: Row) => string | number | boolean | Date | null
}

export const columns = <Row>(...all: readonly Column<Row>[]) => all
