import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from './embedded/embedded.ts'
import { knownFunctions, type Revisions, readRevisions } from './functions.ts'
import { migrate } from './migrate.ts'
import { digestsOf, partsQuery, type SchemaPart } from './structure.ts'

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly generated: boolean
  readonly leadsTo: string | null
}

const columnsOf = `
  with recursive pairs as (
    select c.conrelid, own.attname, c.confrelid, their.attname as target
      from pg_constraint c
     cross join unnest(c.conkey, c.confkey) as k (own, their)
      join pg_attribute own on own.attrelid = c.conrelid and own.attnum = k.own
      join pg_attribute their on their.attrelid = c.confrelid and their.attnum = k.their
     where c.contype = 'f'
    union all
    select r.from_table::regclass, k.own, r.to_table::regclass, k.their
      from statement_references r cross join unnest(r.from_columns, r.to_columns) as k (own, their)
  ), leads as (
    select p.conrelid, p.attname, f.relname::text as leads_to
      from pairs p join pg_class f on f.oid = p.confrelid
     where p.target = 'id'
     union
    -- A key that is part of another table's key leads where that one's leads.
    select p.conrelid, p.attname, l.leads_to
      from pairs p join leads l on l.conrelid = p.confrelid and l.attname = p.target
  )
  select t.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
         not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as generated,
         coalesce(
           (select leads_to from leads where conrelid = t.oid and attname = a.attname
             order by leads_to limit 1),
           case when a.attname = 'id' then t.relname end,
           case when a.attname = 'election_id' then 'elections' end
         ) as "leadsTo"
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname <> 'migrations'
   order by t.relname, a.attnum`

const typeNames: Readonly<Record<string, string>> = {
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  'double precision': 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Json',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  'timestamp with time zone': 'Date',
}

const head = `// Written by \`npm run db:types\` from database/baseline and database/migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'
import type { Id } from '#kit/contract/value/id.ts'

/** Read as a value to be parsed, written as JSON text: the drivers disagree about arrays. */
type Json = ColumnType<unknown, string, string>

export type Schema = {
`

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function typeOf({ name, type, nullable, generated, leadsTo }: Column): string {
  const bare = typeNames[type]
  if (!bare) throw new Error(`No TypeScript type for ${type} (${name})`)
  const known = leadsTo && bare === 'number' ? `Id<'${camel(leadsTo)}'>` : bare
  if (nullable)
    return bare === 'Json' ? 'ColumnType<unknown, string | null, string | null>' : `${known} | null`
  return generated ? `Generated<${known}>` : known
}

function write(columns: readonly Column[]): string {
  const tables = [...new Set(columns.map(({ table }) => table))]
  const blocks = tables.map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .map((column) => `    ${camel(column.name)}: ${typeOf(column)}\n`)
    return `  ${camel(table)}: {\n${lines.join('')}  }\n`
  })
  return `${head}${blocks.join('')}}\n`
}

const structureHead = `// Written by \`npm run db:types\` from database/baseline, migrations and functions. Do not edit.

/** Everything that they make and that acts by itself, with a digest of how it is made. */
export const structure = {
`

const writeStructure = (parts: readonly SchemaPart[]) => {
  const lines = Object.entries(digestsOf(parts)).map(
    ([what, digest]) => `  '${what}':\n    '${digest}',\n`,
  )
  return `${structureHead}${lines.join('')}} as const\n`
}

/** A changed text increments the revision; a removed file keeps its entry: it may come back. */
async function writeRevisions(): Promise<string> {
  const before = await readRevisions()
  const now: Record<string, Revisions[string]> = { ...before }
  for (const { file, checksum } of await knownFunctions()) {
    const was = before[file]
    if (was?.checksum !== checksum) now[file] = { revision: (was?.revision ?? 0) + 1, checksum }
  }
  const sorted = Object.fromEntries(Object.entries(now).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify(sorted, undefined, 2)}\n`
}

async function readAll(): Promise<{ columns: Column[]; parts: SchemaPart[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-schema-'))
  // The server may run as another user than we do, and has to get in.
  await chmod(folder, 0o755)
  const embedded = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
  try {
    await migrate(embedded.url)
    const client = new pg.Client({ connectionString: embedded.url })
    await client.connect()
    const { rows: columns } = await client.query<Column>(columnsOf)
    const { rows: parts } = await client.query<SchemaPart>(partsQuery)
    await client.end()
    return { columns, parts }
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Generates `schema.gen.ts` from the migrations: `npm run db:types`; with `--check` it only compares, and
 * fails when they differ. A key column is branded with the table its foreign key refers to. Also
 * `structure.gen.ts`, by which `npm run verify` finds changes made by hand, and `functions/revisions.json`,
 * by which a server knows whose functions are newer.
 */
const { columns, parts } = await readAll()
const written = {
  'schema.gen.ts': write(columns),
  'structure.gen.ts': writeStructure(parts),
  'functions/revisions.json': await writeRevisions(),
}
for (const [path, text] of Object.entries(written)) {
  const target = new URL(`./${path}`, import.meta.url)
  if (!process.argv.includes('--check')) await writeFile(target, text)
  else if ((await readFile(target, 'utf8')) !== text) {
    console.error(`database/${path} differs from migrations and functions: run npm run db:types`)
    process.exitCode = 1
  }
}
