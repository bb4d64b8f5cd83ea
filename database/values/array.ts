import { type RawBuilder, sql } from 'kysely'

type Value = number | boolean | Date | Uint8Array

/**
 * A PostgreSQL array literal. The driver would quote and escape each value, however little there is to
 * escape, and that was the largest part of what a report left for the garbage collector.
 */
export const arrayOf = (values: readonly Value[]): string => `{${values.map(written).join(',')}}`

/** One column of the rows, for `unnest`. */
export const columnOf = <Key extends string>(
  rows: readonly Readonly<Record<Key, Value>>[],
  key: Key,
): string => arrayOf(rows.map((row) => row[key]))

/**
 * Given rows of one election, each with its `election_id`, to change stored rows by their keys. Compared with a
 * constant, all of an election's rows are a few to PostgreSQL without statistics: it would read them all to change
 * one.
 * @param rows a table function of these columns
 */
export const inElection = (
  electionId: number,
  columns: readonly string[],
  rows: RawBuilder<unknown>,
) => {
  // By name: a statement that says `*` is never prepared.
  const names = sql.join(columns.map((name) => sql.ref(name)))
  return sql`
  (select ${electionId}::integer as election_id, ${names} from ${rows} as given (${names}) offset 0)`
}

function written(value: Value): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  return String(value)
}
