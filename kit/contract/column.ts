import type { Copy } from './copy.ts'

/** Shows a fact of a row in the same way on a screen and in a spreadsheet. */
export type Column<Row> = {
  readonly title: Copy
  readonly value: (row: Row) => string | number | boolean | Date | null
}

export const columns = <Row>(...all: readonly Column<Row>[]) => all
