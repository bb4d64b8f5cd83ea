import { type RawBuilder, sql } from 'kysely'
import { type Field, keysOf } from '#kit/contract/field.ts'

type Stored = Readonly<Record<string, Pick<Field, 'column'>>>

/** The columns of fields, qualified by `row` where given: `o.name, o.phone`. */
export const columnsOf = (fields: Stored, row?: string): RawBuilder<unknown> =>
  sql.join(Object.values(fields).map(({ column }) => columnOf(column, row)))

/** Sets them to another row's values, and leaves those it does not have: `name = coalesce(b.name, o.name)`. */
export const restoring = (fields: Stored, row: string, own: string) =>
  sql.join(
    Object.values(fields).map(
      ({ column }) =>
        sql`${sql.ref(column)} = coalesce(${columnOf(column, row)}, ${columnOf(column, own)})`,
    ),
  )

/** Sets them to another row's values: `name = d.name, phone = d.phone`. */
export const setting = (fields: Stored, row: string): RawBuilder<unknown> =>
  sql.join(
    Object.values(fields).map(({ column }) => sql`${sql.ref(column)} = ${columnOf(column, row)}`),
  )

const arrayTypes = { text: sql`text[]`, boolean: sql`boolean[]` } as const

/** The rows' values for fields of one type, an array for each. */
export const arraysOf = <F extends Stored>(
  fields: F,
  rows: readonly { readonly [Name in keyof F]: unknown }[],
  type: keyof typeof arrayTypes,
): RawBuilder<unknown> =>
  sql.join(keysOf(fields).map((name) => sql`${rows.map((row) => row[name])}::${arrayTypes[type]}`))

const columnOf = (column: string, row?: string) => sql.ref(row ? `${row}.${column}` : column)
