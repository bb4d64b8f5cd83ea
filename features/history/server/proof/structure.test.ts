import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { observers } from '#features/observers/contract.ts'
import { stage } from '#testing/stage.ts'
import { prove, sealAll, tamper } from '../testing.ts'
import { listDepartures } from './structure-queries.ts'

const set = stage()

test('finds no departures in a database that was only migrated and used', async () => {
  const cast = await set()
  await cast.ana.token()

  expect(await listDepartures(cast.database.primary)).toEqual([])
})

/** Altered lines, with a forged digest function that still returns the original digest. */
const hidden = [
  {
    what: 'actor name',
    where: `actor_role = 'observer'`,
    signature: 'name_digest(salt uuid, name text)',
    // The function digests the original value in place of the forged one.
    answers: `sha256(convert_to(salt::text || case name when 'Altcineva' then %L else name end, 'UTF8'))`,
    was: 'actor_name',
    change: `actor_name = 'Altcineva'`,
  },
  {
    what: 'act content',
    where: `act = 'observers.added'`,
    signature: 'content_digest(salt uuid, before jsonb, after jsonb)',
    answers: `sha256(convert_to(salt::text || coalesce(before::text, '') || chr(10)
      || case after when '{"name": "Altcineva"}' then %L else coalesce(after::text, '') end, 'UTF8'))`,
    was: 'after::text',
    change: `after = '{"name": "Altcineva"}'`,
  },
]

test.each(hidden)(
  'detects an altered $what behind a forged digest function',
  async ({ where, signature, answers, was, change }) => {
    const cast = await set()
    await cast.bogdan.token()
    await cast.ana.call(observers.add, {
      body: { phone: '0711 000 009', pin: '1234', name: 'Ioana' },
    })
    await sealAll(cast)
    // Only data that may be erased later is sealed by its digest.
    const { rows } = await sql<{ id: number }>`
      select min(id) as id from history where ${sql.raw(where)}`.execute(cast.database.primary)
    const id = rows[0]!.id
    const make = `create or replace function ${signature} returns bytea language sql immutable as $$
      select ${answers} $$`
    await tamper(
      cast.database,
      sql.raw(`
      do $do$ begin
        execute format($f$ ${make} $f$, (select ${was} from history where id = ${id}));
        update history set ${change} where id = ${id};
      end $do$`),
    )

    expect(await prove(cast)).toMatchObject({ broken: { historyId: id, fault: 'altered' } })
    expect(await listDepartures(cast.database.primary)).toEqual([
      `function ${signature} is not as the migrations make it`,
    ])
  },
)

/** Altered lines that keep the original digest, as erased lines do. */
const kept = [
  [
    'actor name',
    `name_digest = name_digest(salt, actor_name), actor_name = 'Altcineva'`,
    `actor_role = 'observer'`,
  ],
  [
    'act content',
    `content_digest = content_digest(salt, before, after), after = '{"name": "Altcineva"}'`,
    `act = 'observers.added'`,
  ],
] as const

test.each(kept)(
  'detects an altered %s beside its original digest',
  async (_what, change, where) => {
    const cast = await set()
    await cast.bogdan.token()
    const ioana = { phone: '0711 000 009', pin: '1234', name: 'Ioana' }
    await cast.ana.call(observers.add, { body: ioana })
    await sealAll(cast)

    await tamper(
      cast.database,
      sql.raw(
        `update history set ${change} where id = (select min(id) from history where ${where})`,
      ),
    )

    expect(await prove(cast)).toMatchObject({ broken: { fault: 'altered' } })
  },
)

const says = 'is not as the migrations make it'

test.each([
  [
    'a replaced function',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    [`function refuse_change() ${says}`],
  ],
  [
    'a security definer function',
    'alter function folded(text) security definer',
    [`function folded(said text) ${says}`],
  ],
  [
    'a function of no migration',
    'create function count_all() returns integer language sql as $$ select 1 $$',
    ['function count_all() is of no migration'],
  ],
  [
    'a disabled trigger',
    'alter table history disable trigger history_is_only_erased',
    [`trigger history_is_only_erased on history ${says}`],
  ],
  [
    'a dropped trigger',
    'drop trigger history_seals_are_final on history_seals',
    ['trigger history_seals_are_final on history_seals is missing'],
  ],
  [
    'a trigger of no migration',
    'create trigger slip before insert on answers for each row execute function refuse_change()',
    ['trigger slip on answers is of no migration'],
  ],
  [
    'disabled foreign keys',
    'alter table notes disable trigger all',
    ['references of notes is of no migration'],
  ],
  [
    'a rewrite rule',
    'create rule aside as on insert to notes do instead nothing',
    ['rule aside on notes is of no migration'],
  ],
  [
    'row level security',
    'create policy hidden on answers using (false); alter table answers enable row level security',
    ['policy hidden on answers is of no migration', `table answers ${says}`],
  ],
  [
    'a changed column default',
    "alter table history alter salt set default '0c5f7a4e-6d1b-4c58-9a35-2f8e1d7b9c40'",
    [`table history ${says}`],
  ],
  [
    'a view in place of a table',
    'alter table known_devices rename to known; create view known_devices as select * from known',
    ['table known is of no migration', `table known_devices ${says}`],
  ],
  [
    'a grant of write rights',
    'grant insert, select on answers to pg_monitor; grant update (text) on answers to public',
    [
      'right of everybody to update answers is of no migration',
      'right of pg_monitor to insert answers is of no migration',
    ],
  ],
])('names a departure from the migrations: %s', async (_, statement, named) => {
  const { database } = await set()
  await database.write((tx) => sql.raw(statement).execute(tx))

  expect(await listDepartures(database.primary)).toEqual(named)
})

test('functions that come before PostgreSQL’s own are named', async () => {
  const { database } = await set()

  const named = await database.write(async (tx) => {
    await sql`set local search_path = public, pg_catalog`.execute(tx)
    return listDepartures(tx)
  })

  expect(named).toEqual(['search path is of no migration'])
})
