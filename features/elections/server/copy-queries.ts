import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { analyzeTables } from '#database/statistics.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Copied, CopiedPart } from '#kit/server/election.ts'

type Way = { readonly from: Id<'elections'>; readonly to: Id<'elections'> }

/**
 * Copies the set-up of another election, as the features that own it declare. Every row gets a new id: a phone that still
 * holds answers to the other election must not find its options here. Whole rows are copied, so that a column added
 * later is copied too.
 */
export async function copySetUp(tx: Tx, way: Way, copied: readonly Copied[]): Promise<void> {
  await sql`
    create temporary table copied (part text, old integer, new integer, primary key (part, old))
        on commit drop`.execute(tx)
  // Each statement sees the data as of its own start: without this lock a station might be copied whose area
  // did not exist a statement before, or a question without its section.
  for (const { hold } of copied) await hold(tx, way.from)
  const parts = copied.flatMap(({ parts }) => parts)
  for (const part of parts) {
    await renumber(tx, way, part)
    await copy(tx, way, part)
  }
  await analyzeTables(
    tx,
    parts.map(({ table }) => table),
  )
}

async function renumber(tx: Tx, { from }: Way, { table, which }: CopiedPart): Promise<void> {
  await sql`
    insert into copied (part, old, new)
    select ${table}, t.id, nextval(pg_get_serial_sequence(${table}, 'id'))
      from ${sql.table(table)} t
     where t.election_id = ${from} and ${which}`.execute(tx)
}

async function copy(
  tx: Tx,
  { from, to }: Way,
  { table, refers, changes }: CopiedPart,
): Promise<void> {
  const referring = Object.entries(refers).map(
    ([column, part]) => sql`${sql.lit(column)}, (
      select c.new from copied c
       where c.part = ${sql.lit(part)} and c.old = ${sql.ref(`t.${column}`)})`,
  )
  const changed = sql`${JSON.stringify({ ...changes, election_id: to })}::jsonb`
  const renamed = sql.join([sql`'id', own.new`, ...referring])
  const columns = await listStored(tx, table)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    overriding system value
    select ${sql.join(columns.map((name) => sql.ref(`made.${name}`)))}
      from ${sql.table(table)} t
      join copied own on own.part = ${table} and own.old = t.id
     cross join lateral
           jsonb_populate_record(t, ${changed} || jsonb_build_object(${renamed})) as made
     where t.election_id = ${from}`.execute(tx)
}

/** A table's columns, except generated ones. */
async function listStored(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`.execute(tx)
  return rows.map(({ name }) => name)
}
