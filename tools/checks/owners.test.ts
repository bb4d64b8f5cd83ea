import { expect, test } from 'vitest'
import { documentFaults, faultsOf } from './owners.ts'

const schema = ['areas', 'polling_stations', 'visits', 'answers', 'notes', 'history']
const owners = {
  kit: { history: 'lines' },
  places: { areas: 'places', polling_stations: 'places' },
  visits: { visits: {} },
  notes: { notes: {} },
  answers: { answers: {} },
}
const noLeave = { exceptions: {}, doers: {}, readings: {} }

const house = (leave: Partial<typeof noLeave>, ...files: readonly (readonly [string, string])[]) =>
  faultsOf({ sources: new Map(files), schema, owners }, { ...noLeave, ...leave })

test('accepts a feature that writes its own tables and reads others', () => {
  const own = [
    'features/places/server/queries.ts',
    "tx.updateTable('pollingStations'); sql`insert into areas (id) select id from visits`",
  ] as const

  expect(house({}, own)).toEqual([])
})

test.each([
  ['a call', "tx.updateTable('visits').set({})"],
  ['an alias', "tx.deleteFrom('visits as v')"],
  ['a statement', 'sql`delete from visits v where true`'],
  ['a part of one', 'sql`with a as (update only\n visits v set x = 1) select 1`'],
  ['a list of tables', "const lost = { tables: ['notes', 'visits'] }"],
  ['a table of a counter', "counter({ table: 'visits' })"],
  ['what is put together', `const some = ['visits']; sql\`delete from \${sql.table(some[0])}\``],
])('finds a write into the table of another feature: %s', (_, text) => {
  const path = 'features/notes/server/queries.ts'

  expect(house({}, [path, text])).toEqual([`${path}: writes visits, which visits has`])
})

test('refuses a function in SQL that writes the table of another feature', () => {
  const text =
    'create function count() returns trigger as $$ begin update visits set notes = 1; end $$'
  const path = 'database/functions/notes.sql'

  expect(house({}, [path, text])).toEqual([`${path}: writes visits, which visits has`])
  expect(house({}, ['database/functions/visits.sql', text])).toEqual([])
})

test('counts locks, conflict clauses and comments as no write', () => {
  const probe = [
    'features/notes/server/queries.ts',
    `// update visits
     /** delete from visits */
     sql\`
       -- insert into visits
       select from visits for no key update of visits\`
     sql\`insert into notes (id) values (1) on conflict do update set id = 2\``,
  ] as const

  expect(house({}, probe)).toEqual([])
})

test('refuses writes of apps and kit to tables of features, and reads of kit', () => {
  const apps = ['apps/cli/load.ts', 'sql`update notes set text = 1`'] as const
  const kit = [
    'kit/server/sheets/source.ts',
    "sql`select from areas`; db.selectFrom('notes')",
  ] as const

  expect(house({}, apps, kit)).toEqual([
    'apps/cli/load.ts: writes notes, which notes has',
    'kit/server/sheets/source.ts: reads areas, which a feature has',
    'kit/server/sheets/source.ts: reads notes, which a feature has',
  ])
})

test('requires a reason for each table that kit reads, while it reads it', () => {
  const path = 'kit/server/sheets/source.ts'
  const readings = { [path]: { areas: 'why' } }

  expect(house({ readings }, [path, 'sql`select from areas`'])).toEqual([])
  expect(house({ readings }, [path, ''])).toEqual([
    `${path}: does not read areas, and need not be excused`,
  ])
  expect(house({ readings })).toEqual([`${path}: is excused, and is not there`])
})

test('accepts any write in a test', () => {
  const probe = ['features/notes/server/routes.test.ts', 'sql`delete from visits`'] as const

  expect(house({}, probe)).toEqual([])
})

test('accepts a write to an unnamed table only in a declared file', () => {
  const path = 'features/notes/server/queries.ts'
  const doing = [path, `sql\`delete from \${table}\``] as const

  expect(house({}, doing)).toEqual([`${path}: writes a table that it does not name`])
  expect(house({ doers: { [path]: 'why' } }, doing)).toEqual([])
  expect(house({ doers: { [path]: 'why' } }, [path, ''])).toEqual([
    `${path}: names all that it writes`,
  ])
})

test('excuses writes only to earlier features, and only while they exist', () => {
  const down = ['features/notes/server/queries.ts', 'sql`update visits set x = 1`'] as const
  const up = ['features/places/server/queries.ts', 'sql`update visits set x = 1`'] as const
  const why = { visits: 'why' }

  expect(house({ exceptions: { [down[0]]: why } }, down)).toEqual([])
  expect(house({ exceptions: { [down[0]]: why } }, [down[0], ''])).toEqual([
    'features/notes/server/queries.ts: does not write visits, and need not be excused',
  ])
  expect(house({ exceptions: { [up[0]]: why } }, up)).toEqual([
    'features/places/server/queries.ts: writes visits of visits, which comes after it',
  ])
})

test('requires a single owner for every table, and an existing table for every owner', () => {
  const sources = new Map<string, string>()
  const wrong = { ...owners, answers: { votes: {} }, visits: { visits: {}, notes: {} } }

  expect(faultsOf({ sources, schema, owners: wrong }, noLeave)).toEqual([
    'answers: has no owner',
    'notes: both visits and notes have it',
    'votes: answers has it, and it is not there',
  ])
})

test('reports tables whose owner the document states wrongly or omits', () => {
  const rows = ['| kit | `history` | why |', '| places | `areas`, `polling_stations` | why |']
  const others = ['| visits | `visits`, `notes` | why |', '| answers | `answers` | why |']

  expect(documentFaults([...rows, ...others].join('\n'), { schema, owners })).toEqual([
    'docs/database.md: visits does not have notes',
  ])
  expect(documentFaults(rows.join('\n'), { schema, owners })).toEqual([
    'docs/database.md: does not say who has visits',
    'docs/database.md: does not say who has answers',
    'docs/database.md: does not say who has notes',
  ])
})
