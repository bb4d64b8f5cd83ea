import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { holdUpMigrations } from '../migrate.ts'
import {
  type CopiedSequence,
  type CopiedTable,
  columnList,
  connectToCopy,
  listSequences,
  listTables,
} from './copied-tables.ts'

/** A consistent snapshot of a running database. */
export type Snapshot = {
  readonly at: string
  /** PostgreSQL's own version. */
  readonly server: string
  readonly migrations: readonly string[]
  readonly tables: readonly CopiedTable[]
  readonly sequences: readonly CopiedSequence[]
  /** The rows of a table in PostgreSQL's text format; one table after the other. */
  rows(table: CopiedTable): Readable
  /** The result of a query, in the same format. */
  answer(query: string): Readable
  close(): Promise<void>
}

/** Opens a snapshot of a database as of now; it blocks only those who alter or truncate tables. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connectToCopy(url)
  try {
    // A migration that waited for a table would block all who come after it.
    await holdUpMigrations(client)
    await client.query('begin isolation level repeatable read, read only')
    const tables = await listTables(client)
    if (!tables.some(({ name }) => name === 'migrations'))
      throw new Error('there is nothing in this database')
    const { rows: migrations } = await client.query<{ name: string }>(
      'select name from migrations order by name',
    )
    const { rows: moments } = await client.query<{ at: string; server: string }>(
      `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
              current_setting('server_version') as server`,
    )
    const answer = (query: string) => client.query(copyTo(`copy (${query}) to stdout`))
    return {
      at: moments[0]?.at ?? '',
      server: moments[0]?.server ?? '',
      migrations: migrations.map(({ name }) => name),
      tables,
      // Never behind the rows: numbers are allocated before their rows are committed.
      sequences: await listSequences(client),
      rows: (table) => answer(`select ${columnList(table)} from ${table.name}`),
      answer,
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
