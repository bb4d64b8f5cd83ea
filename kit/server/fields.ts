import { type RawBuilder, sql } from 'kysely'
import { type Field, keysOf } from '#kit/contract/field.ts'

type Stored = Readonly<Record<string, Pick<Field, 'column'>>>

/** The columns of fields, qualified by `row` where given: `o.name, o.phone`. */
export const columnsOf = (fields: Stored, row?: string): RawBuilder<unknown> =>
  sql.join(Object.values(fields).map(({ column }) => columnOf(column, row)))

/** The columns, aliased with the names of their fields: `s.name as "name", s.registered_voters as "voters"`. */
export const namedColumns = (fields: Stored, row: string): RawBuilder<unknown> =>
  sql.join(
    Object.entries(fields).map(
      ([name, { column }]) => sql`${columnOf(column, row)} as ${sql.ref(name)}`,
    ),
  )

/** Maps given values to their columns; omits undefined values. */
export const byColumn = (fields: Stored, values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { column }]) =>
      values[name] === undefined ? [] : [[column, values[name]]],
    ),
  )

/** Sets the columns to another row's values: `name = d.name, phone = d.phone`. */
export const setting = (fields: Stored, row: string): RawBuilder<unknown> =>
  sql.join(
    Object.values(fields).map(({ column }) => sql`${sql.ref(column)} = ${columnOf(column, row)}`),
  )

const arrayTypes = {
  text: sql`text[]`,
  boolean: sql`boolean[]`,
  integer: sql`integer[]`,
} as const

/** The rows' values for fields of one type, an array for each. */
export const arraysOf = <F extends Stored>(
  fields: F,
  rows: readonly { readonly [Name in keyof F]: unknown }[],
  type: keyof typeof arrayTypes,
): RawBuilder<unknown> =>
  sql.join(keysOf(fields).map((name) => sql`${rows.map((row) => row[name])}::${arrayTypes[type]}`))

const columnOf = (column: string, row?: string) => sql.ref(row ? `${row}.${column}` : column)
