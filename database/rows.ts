import type { SelectType } from 'kysely'
import type { Schema } from './schema.gen.ts'

/**
 * Columns of a table as rows of raw SQL have them, under their own names. The compiler cannot read `sql`, so a row's type
 * is taken from the schema instead of written by hand: when a column changes its type, or an id belongs to another table,
 * the code that reads it no longer compiles. Computed columns (`count(*)`, `exists`) and narrowed ones (`NonNullable` for
 * a value the query has just set, the words of a contract for a text) are written out beside them with `&`.
 */
export type Columns<Table extends keyof Schema, Names extends keyof Schema[Table]> = {
  readonly [Name in Names]: Column<Table, Name>
}

/** One column, for where a query calls it otherwise: `{ visitId: Column<'visits', 'id'> }`. */
export type Column<Table extends keyof Schema, Name extends keyof Schema[Table]> = SelectType<
  Schema[Table][Name]
>
