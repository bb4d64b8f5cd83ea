import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { electionHooks } from '#apps/server/features.ts'
import { tables } from '#apps/server/tables.ts'
import type { Db, Tx } from '#database/open.ts'
import { stage } from '#testing/stage.ts'

const set = stage()

type Column = { readonly table: string; readonly column: string }

/** Every column of all our tables. */
async function listColumns(db: Db | Tx): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'migrations'
     order by c.table_name, c.ordinal_position`.execute(db)
  return rows
}

type Reference = {
  readonly table: string
  readonly target: string
  /** Whether a row is always deleted with what it refers to. */
  readonly goesAlong: boolean
}

async function listReferences(db: Db | Tx): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target,
           c.confdeltype = 'c' and bool_and(a.attnotnull) as goes_along
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace
     group by c.oid, c.conrelid, c.confrelid, c.confdeltype
    union all
    select from_table, to_table, false from statement_references`.execute(db)
  return rows
}

/** These tables, and all that refer to them in that way, transitively. */
function withReferring(from: readonly string[], references: readonly Reference[]): Set<string> {
  const reached = new Set(from)
  for (const table of reached)
    for (const one of references) if (one.target === table) reached.add(one.table)
  return reached
}

const own = new Map(Object.values(tables).flatMap((some) => Object.entries(some)))
const { erasers } = electionHooks
const blanked = new Map(
  erasers.flatMap(({ blanked: one, texts = [] }) => [
    ...(one ? [[one.table, Object.keys(one.columns)] as const] : []),
    ...texts.map(({ table, columns }) => [table, columns] as const),
  ]),
)

/** Columns by which a table identifies an observer, whatever it refers to. */
const isTelling = ({ column }: Column) => /^(observer_id|phone|pin_|device)/.test(column)

type Judged = {
  readonly table: string
  readonly columns: readonly string[]
  /** Whether all of its rows are deleted. */
  readonly isGone: boolean
  readonly isOfPersons: boolean
}

/** Columns that are neither erased nor declared harmless; or are declared though missing, or deleted anyway. */
function faultsOf({ table, columns, isGone, isOfPersons }: Judged): string[] {
  const harmless = own.get(table)
  if (typeof harmless === 'string')
    return isOfPersons ? [`${table}: knows of observers, so each column is judged`] : []
  const named = Object.values(harmless ?? {}).flat()
  const decided = [...named, ...(blanked.get(table) ?? [])]
  const left = isGone ? [] : columns.filter((one) => !decided.includes(one))
  const twice = decided.filter((one, place) => isGone || decided.indexOf(one) !== place)
  const vanished = decided.filter((one) => !columns.includes(one))
  return [
    ...left.map((one) => `${table}.${one}: neither erased nor harmless`),
    ...twice.map((one) => `${table}.${one}: erased, and said to be harmless`),
    ...vanished.map((one) => `${table}.${one}: is not there`),
  ]
}

async function undecided(db: Db | Tx): Promise<string[]> {
  const [all, references] = [await listColumns(db), await listReferences(db)]
  const gone = withReferring(
    erasers.flatMap(({ gone: some = [] }) => some.map(({ table }) => table)),
    references.filter(({ goesAlong }) => goesAlong),
  )
  const persons = withReferring(['observers'], references)
  for (const { table } of all.filter(isTelling)) persons.add(table)
  return [...new Set(all.map(({ table }) => table))].flatMap((table) =>
    faultsOf({
      table,
      columns: all.filter((one) => one.table === table).map(({ column }) => column),
      isGone: gone.has(table),
      isOfPersons: persons.has(table),
    }),
  )
}

test('declares every column that could identify observers as erased, or harmless for a reason', async () => {
  const { database } = await set()

  expect(await undecided(database.primary)).toEqual([])
})

/** Changes the schema, and returns the undeclared columns; rolled back afterwards. */
async function undecidedAfter(...changes: readonly string[]): Promise<string[]> {
  const { database } = await set()
  const found: string[] = []
  const trying = database.write(async (tx) => {
    for (const change of changes) await sql.raw(change).execute(tx)
    found.push(...(await undecided(tx)))
    throw new Error('taken back')
  })
  await expect(trying).rejects.toThrow('taken back')
  return found
}

test('reports a new undeclared column in tables about observers', async () => {
  const found = await undecidedAfter(
    'alter table observers add column nickname text',
    'alter table answers add column spoken text',
  )

  expect(found).toEqual([
    'answers.spoken: neither erased nor harmless',
    'observers.nickname: neither erased nor harmless',
  ])
})

test('reports a new undeclared table unless a cascade erases it', async () => {
  const found = await undecidedAfter(
    'create table meetings (at timestamptz, observer_name text)',
    'create table shares (task_id integer not null)',
    'alter table tasks add unique (id)',
    'alter table shares add foreign key (task_id) references tasks (id) on delete cascade',
  )

  expect(found).toEqual([
    'meetings.at: neither erased nor harmless',
    'meetings.observer_name: neither erased nor harmless',
  ])
})

test('checks each column of a table once it refers to observers', async () => {
  const found = await undecidedAfter(
    'alter table polling_stations add column observer_id integer',
    `alter table kept_files add column election_id integer, add column visit_id integer,
       add foreign key (election_id, visit_id) references visits`,
  )

  expect(found).toEqual([
    'kept_files: knows of observers, so each column is judged',
    'polling_stations: knows of observers, so each column is judged',
  ])
})

test('reports declarations of columns that are missing or now erased', async () => {
  const found = await undecidedAfter(
    'alter table deliveries drop column why',
    'alter table repeats add column task integer not null',
    'alter table tasks add unique (id)',
    'alter table repeats add foreign key (task) references tasks (id) on delete cascade',
  )

  expect(found).toEqual([
    'deliveries.why: is not there',
    'repeats.election_id: erased, and said to be harmless',
    'repeats.id: erased, and said to be harmless',
    'repeats.observer_id: erased, and said to be harmless',
    'repeats.polling_station_id: erased, and said to be harmless',
    'repeats.received_at: erased, and said to be harmless',
    'repeats.answers: erased, and said to be harmless',
    'repeats.facts: erased, and said to be harmless',
  ])
})
