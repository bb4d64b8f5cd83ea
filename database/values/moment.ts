import { sql } from 'kysely'

/** A moment as JSON has it: in UTC, with milliseconds. PostgreSQL's own function, which nothing added to the database replaces. */
export const momentText = (column: string) =>
  sql`pg_catalog.to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
