import type pg from 'pg'
import { isSilence } from './connections/connection.ts'

const oldest = 15

/** How long a database may take to describe itself, in milliseconds. */
const answerMs = 10_000

/** What must be right before a database is used, because our connections cannot change it. */
type PreflightFacts = {
  readonly encoding: string
  /** Whether it has a collation that is the same whatever its locale. */
  readonly hasIcu: boolean
  /** `session_replication_role`: whether triggers are active; some of them count. */
  readonly role: string
  /** Where tables are created; null where the search path leads nowhere. */
  readonly schema: string | null
  /** The schema with our tables, if they are elsewhere. */
  readonly elsewhere: string | null
}

const question = `
  select current_setting('server_encoding') as encoding,
         exists (select from pg_collation where collprovider = 'i') as "hasIcu",
         current_setting('session_replication_role') as role,
         current_schema()::text as schema,
         (select min(n.nspname::text)
            from pg_class m
            join pg_class i on i.relnamespace = m.relnamespace and i.relname = 'installation'
            join pg_namespace n on n.oid = m.relnamespace
           where m.relname = 'migrations' and to_regclass('migrations') is null) as elsewhere`

/** @throws Error in one line for a database that we cannot use, or that does not respond. */
export async function runPreflight(client: pg.Client): Promise<void> {
  const version = await ask<{ server_version_num: string }>(client, 'show server_version_num')
  const major = Math.floor(Number(version?.server_version_num) / 10_000)
  if (major < oldest) throw new Error(`this is PostgreSQL ${major}; ${oldest} or later is needed`)
  const fitness = await ask<PreflightFacts>(client, question)
  const reason = fitness && reasonAgainst(fitness)
  if (reason) throw new Error(reason)
}

function reasonAgainst({
  encoding,
  hasIcu,
  role,
  schema,
  elsewhere,
}: PreflightFacts): string | undefined {
  if (encoding !== 'UTF8')
    return `the encoding of this database is ${encoding}, which cannot hold every name; it must be UTF8 (create database … encoding 'UTF8' template template0)`
  if (!hasIcu)
    return 'this PostgreSQL has no ICU collations, which put names in order; it must be one that was built with them, as every usual package is'
  if (role !== 'origin')
    return `session_replication_role is ${role}, with which nothing is counted; it must be origin`
  if (schema === null) return 'search_path leads to no schema that is there'
  if (elsewhere !== null)
    return `search_path leads to the schema ${schema}, but its tables are in ${elsewhere}`
  return undefined
}

async function ask<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
): Promise<Row | undefined> {
  const timed = { text, query_timeout: answerMs }
  try {
    return (await client.query<Row>(timed)).rows[0]
  } catch (error) {
    throw isSilence(error) ? new Error('It does not answer', { cause: error }) : error
  }
}
