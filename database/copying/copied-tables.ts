import pg from 'pg'
import { connectAlone } from '../connections/connection.ts'

/** A table in a backup: its name, and the columns that are stored and not computed. */
export type CopiedTable = {
  /** As SQL: `answers`, `pgboss.job`. */
  readonly name: string
  readonly columns: readonly string[]
}

/** A sequence, and the last number it returned. */
export type CopiedSequence = { readonly name: string; readonly last: string }

/** A connection without timeouts, except for waiting for locks of others. */
export const connectToCopy = (url: string): Promise<pg.Client> =>
  connectAlone(url, { settings: { lock_timeout: 60_000 } })

/** All our tables, from the catalogue; for versions that kept jobs in pg-boss (until 0117) its jobs as well. */
export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.oid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d
                         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
         or c.oid = to_regclass('pgboss.job')
      group by c.oid order by 1`,
  )
  return rows
}

/** Sequences that have returned a number. */
export async function listSequences(client: pg.Client): Promise<CopiedSequence[]> {
  const { rows } = await client.query<CopiedSequence>(
    `select sequencename as name, last_value::text as last from pg_sequences
      where schemaname = current_schema() and last_value is not null order by 1`,
  )
  return rows
}

/** The columns of a table, for COPY. */
export const columnList = ({ columns }: CopiedTable): string =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ')
