import { type RawBuilder, sql } from 'kysely'

/** A column's moment in milliseconds, as `Date` takes it: for lists within a row, which are JSON. */
export const epochMs = (column: string): RawBuilder<number> =>
  sql`date_part('epoch', ${sql.ref(column)}) * 1000`
