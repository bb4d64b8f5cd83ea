import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Stage } from '#testing/stage.ts'

type Column = { readonly table: string; readonly column: string; readonly isBytes: boolean }

/**
 * Where any of the traces is: every column of every table but PostgreSQL's own, every file of the
 * attachment store and every object of a bucket, by content and by name.
 */
export async function tracesOf(
  cast: Pick<Stage, 'database' | 'folder'>,
  traces: readonly string[],
  objects: ReadonlyMap<string, Buffer> = new Map(),
): Promise<string[]> {
  const tells = (name: string, bytes: Buffer) =>
    traces.some((trace) => name.includes(trace) || bytes.includes(trace))
  const files = await filesOf(cast)
  return [
    ...(await columnsWith(cast, traces)),
    ...[...files, ...objects].flatMap(([name, bytes]) => (tells(name, bytes) ? [name] : [])),
  ]
}

async function columnsWith(
  { database: { primary } }: Pick<Stage, 'database'>,
  traces: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<Column>`
    select format('%I.%I', c.table_schema, c.table_name) as "table", c.column_name as "column",
           c.data_type = 'bytea' as is_bytes
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE'
       and c.table_schema not in ('pg_catalog', 'information_schema')
     order by c.table_schema, c.table_name, c.ordinal_position`.execute(primary)
  const telling: string[] = []
  for (const { table, column, isBytes } of rows) {
    const value = sql`t.${sql.ref(column)}`
    const place = isBytes
      ? sql`position(convert_to(trace, 'UTF8') in ${value})`
      : sql`strpos(${value}::text, trace)`
    const found = await sql`
      select from ${sql.raw(table)} t
       where exists (select from unnest(${traces}::text[]) trace where ${place} > 0)
       limit 1`.execute(primary)
    if (found.rows.length > 0) telling.push(`${table}.${column}`)
  }
  return telling
}

async function filesOf({ folder }: Pick<Stage, 'folder'>): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    paths.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path)]),
  )
}
