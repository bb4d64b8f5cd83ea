import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyAllFunctions } from '../functions.ts'
import { beginMigrating, knownMigrations, rememberMigrations, runMigrations } from '../migrate.ts'
import { listMissing } from '../schema-version.ts'
import {
  type CopiedSequence,
  type CopiedTable,
  columnList,
  connectToCopy,
  listTables,
} from './copied-tables.ts'

/** The schema of a copied database, without its rows. */
export type CopiedSchema = {
  readonly migrations: readonly string[]
  readonly tables: readonly CopiedTable[]
  readonly sequences: readonly CopiedSequence[]
}

/** Inserts rows into a table, as a snapshot has them, whole lines at a time; returns how many. */
export type CopyIn = (table: CopiedTable, rows: Buffer) => Promise<number>

/**
 * Fills an empty database with another's content, and migrates it to this version, in one transaction: when
 * anything fails, `work` included, it stays empty.
 *
 * The tables are created by the migrations that had run. Foreign keys are recreated when all rows are there:
 * checked one by one, a million rows would wait in PostgreSQL's memory. Our triggers are off, because what
 * they would count is copied.
 */
export async function refill<T>(
  url: string,
  shape: CopiedSchema,
  work: (copyIn: CopyIn) => Promise<T>,
): Promise<T> {
  const known = await knownMigrations()
  const later = listMissing(shape.migrations, known, 'backup')
  const earlier = known.filter((name) => !later.includes(name))
  const client = await connectToCopy(url)
  try {
    await beginMigrating(client)
    await refuseFull(client)
    await client.query('begin')
    await rememberMigrations(client)
    await runMigrations(client, earlier)
    const restore = await takeRulesAway(client)
    const done = await work((table, rows) => copyInto(client, table, rows))
    for (const { name, last } of shape.sequences)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), last])
    await restore()
    // Pending constraint checks would keep the next migrations from altering their tables.
    await client.query('set constraints all immediate')
    await runMigrations(client, later)
    await applyAllFunctions(client)
    // References without a foreign key were inserted while their triggers were off.
    await client.query('select expect_no_orphans()')
    await client.query('commit')
    await client.query('analyze')
    return done
  } finally {
    // Without a commit this rolls everything back.
    await client.end()
  }
}

async function refuseFull(client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  if (tables.length > 0)
    throw new Error(
      `The database is not empty (${tables.length} tables, such as ${tables[0]?.name}): give one that is`,
    )
}

async function copyInto(client: pg.Client, table: CopiedTable, rows: Buffer): Promise<number> {
  const copying = client.query(copyFrom(`copy ${table.name} (${columnList(table)}) from stdin`))
  await pipeline(Readable.from([rows]), copying)
  return copying.rowCount
}

/**
 * Drops triggers, foreign keys and rows inserted by migrations from our tables; the returned function
 * recreates triggers and keys. An owner may do so without being a superuser.
 */
async function takeRulesAway(client: pg.Client): Promise<() => Promise<void>> {
  const ours = (await listTables(client)).filter(({ name }) => !name.includes('.'))
  const { rows: keys } = await client.query<{ table: string; name: string; rule: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
            pg_get_constraintdef(oid) as rule
       from pg_constraint
      where contype = 'f' and conrelid = any ($1::regclass[]) order by 1, 2`,
    [ours.map(({ name }) => name)],
  )
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of ours) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${ours.map(({ name }) => name).join(', ')}`)
  return async () => {
    for (const { name } of ours) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, rule } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${rule}`)
  }
}
