import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#database/open.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { aiud, answerOf, dej, send } from './testing.ts'

const set = stage()

/** Bogdan has reported from Aiud; also creates a visit without answers, and returns its id. */
async function reported() {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A1.2', 'Coadă'))
  const bare = await cast.database.write(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into visits (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
      select v.election_id, v.observer_id, s.id, v.ngo_id, v.county_id, v.last_modified
        from visits v, polling_stations s
       where s.id = ${cast.field.stationId(dej.municipalityCode, 1)} returning id`.execute(tx)
    return rows[0]?.id ?? 0
  })
  return { cast, bare }
}

/** Selects a copy of the first answer with another visit, option or version. */
const another = (changed: string) => sql`
  select a.* from (select * from answers order by option_id limit 1) o,
         jsonb_populate_record(null::answers, to_jsonb(o) || ${sql.raw(changed)}) a`
const answering = (visit: number) =>
  sql`insert into answers ${another(`jsonb_build_object('visit_id', ${visit})`)}`
const leaving = (visit: number) => sql`delete from visits where id = ${visit}`

/** Selects a copy of the first visit with another observer, station, county, organisation or election. */
const anotherVisit = (changed: string) => sql`
  overriding system value
  select a.* from (select * from visits order by id limit 1) o,
         jsonb_populate_record(null::visits, to_jsonb(o) || jsonb_build_object('id', 99999,
           'polling_station_id', (select max(id) from polling_stations)) || ${sql.raw(changed)}) a`

const elsewhere = {
  visit: `'{"visit_id": 99999}'`,
  option: `'{"option_id": 99999}'`,
  question: `jsonb_build_object('question_id', o.question_id + 1, 'option_id', o.option_id)`,
  version: `'{"form_version": 7}'`,
}

test.each<[string, RawBuilder<unknown>]>([
  ['an answer to no visit', sql`insert into answers ${another(elsewhere.visit)}`],
  ['an answer by no option', sql`insert into answers ${another(elsewhere.option)}`],
  ['an answer of another question', sql`insert into answers ${another(elsewhere.question)}`],
  [
    'an answer among valid ones',
    sql`insert into answers ${another(elsewhere.visit)} union all ${another(
      `jsonb_build_object('visit_id', (select max(id) from visits))`,
    )}`,
  ],
  [
    'an existing answer updated to an unpublished version',
    sql`insert into answers ${another(`'{}'`)}
        on conflict (election_id, visit_id, question_id, option_id) do update set form_version = 7`,
  ],
  [
    'an answer that is merged',
    sql`merge into answers t using (${another(elsewhere.visit)}) s
          on t.election_id = s.election_id and t.visit_id = s.visit_id
        when not matched then
          insert values (s.election_id, s.visit_id, s.question_id, s.option_id, s.form_id, s.form_version,
                         s.text, s.is_flagged, s.received_at)`,
  ],
  ['an answer moved to no visit', sql`update answers set visit_id = 99999`],
  ['an answer moved to no version', sql`update answers set form_version = 7`],
  ['a deleted visit', sql`delete from visits`],
  [
    'a visit deleted with some of its answers',
    sql`with a as (delete from answers where option_id = (select min(option_id) from answers))
        delete from visits`,
  ],
  ['a deleted option', sql`delete from published_options`],
  ['a visit that gets another id', sql`update visits set id = default`],
  ['a visit moved to another election', sql`update visits set election_id = election_id + 1`],
  ['an option that gets another version', sql`update published_options set form_version = 7`],
  [
    'a visit to no station',
    sql`insert into visits ${anotherVisit(`'{"polling_station_id": 99999}'`)}`,
  ],
  ['a visit of no observer', sql`insert into visits ${anotherVisit(`'{"observer_id": 99999}'`)}`],
  ['a visit in no county', sql`insert into visits ${anotherVisit(`'{"county_id": 99999}'`)}`],
  ['a visit for no organisation', sql`insert into visits ${anotherVisit(`'{"ngo_id": 99999}'`)}`],
  ['a visit in no election', sql`insert into visits ${anotherVisit(`'{"election_id": 99999}'`)}`],
  [
    'a visit moved to no station',
    sql`update visits set polling_station_id = 99999 where answered > 0`,
  ],
  ['a visit moved to no county', sql`update visits set county_id = 99999`],
  ['a visit moved to no observer', sql`update visits set observer_id = 99999 where answered > 0`],
  ['an observer that gets another id', sql`update observers set id = default`],
  ['a county moved to another election', sql`update areas set election_id = election_id + 1`],
  ['an organisation that gets another id', sql`update ngos set id = default`],
  [
    'a line of history of no election',
    sql`insert into history (election_id, at, actor_role, actor_name, act, subject)
        values (99999, now(), 'server', '', 'answers.received', 'visits')`,
  ],
  ['truncated visits', sql`truncate visits cascade`],
  ['truncated options', sql`truncate published_options cascade`],
])('refuses a dangling reference: %s', async (_what, statement) => {
  const { cast } = await reported()

  await expect(cast.database.write((tx) => statement.execute(tx))).rejects.toMatchObject({
    code: '23503',
  })
})

/** Drops the foreign keys of a table, so only our own reference checks can refuse. */
const withoutForeignKeys = (of: string) =>
  sql.raw(`do $$ declare one record; begin
    for one in select conrelid::regclass as own, conname from pg_constraint
                where contype = 'f' and '${of}'::regclass in (conrelid, confrelid) loop
      execute format('alter table %s drop constraint %I', one.own, one.conname);
    end loop; end $$`)

const referredTo = ['elections', 'ngos', 'observers', 'polling_stations', 'areas', 'visits']

test.each(
  [...referredTo, 'published_options'].flatMap((table) => [
    { table, way: 'goes', statement: `delete from ${table}` },
    { table, way: 'goes with all others', statement: `truncate ${table}` },
    {
      table,
      way: 'gets another key',
      statement: `update ${table} set ${referredTo.includes(table) ? 'id = default' : 'form_version = 7'}`,
    },
  ]),
)('orphans nothing that refers to $table when a row of it $way', async ({ table, statement }) => {
  const { cast } = await reported()
  const trying = async (tx: Tx) => {
    await withoutForeignKeys(table).execute(tx)
    await sql.raw(statement).execute(tx)
  }

  await expect(cast.database.write(trying)).rejects.toMatchObject({
    code: '23503',
    constraint: expect.stringMatching(`_refer_to_${table}$`),
  })
})

test.each(['election_id', 'ngo_id', 'observer_id', 'polling_station_id', 'county_id'])(
  'refuses a visit whose %s refers to nothing',
  async (column) => {
    const { cast } = await reported()
    const visit = anotherVisit(`'{"${column}": 99999}'`)

    const made = cast.database.write((tx) => sql`insert into visits ${visit}`.execute(tx))

    await expect(made).rejects.toMatchObject({
      code: '23503',
      constraint: expect.stringMatching('^visits_refer_to_'),
    })
  },
)

test('deletes a visit together with all of its answers', async () => {
  const { cast } = await reported()

  await cast.database.write(async (tx) => {
    await sql`with a as (delete from answers) delete from visits`.execute(tx)
  })

  const { rows } = await sql`select from answers`.execute(cast.database.db)
  expect(rows).toEqual([])
})

/** Runs the second change while the first is done but not committed. */
async function meanwhile(
  { database }: Stage,
  first: RawBuilder<unknown>,
  second: RawBuilder<unknown>,
) {
  let waiting: Promise<unknown> | undefined
  await database.write(async (tx) => {
    await first.execute(tx)
    waiting = database.write((other) => second.execute(other))
    waiting.catch(() => undefined)
    await expect.poll(() => waitingForARow(database)).toBe(1)
  })
  return waiting
}

test('refuses to delete a visit that is answered concurrently', async () => {
  const { cast, bare } = await reported()

  await expect(meanwhile(cast, answering(bare), leaving(bare))).rejects.toMatchObject({
    code: '23503',
  })
})

test('refuses an answer to a visit that is deleted concurrently', async () => {
  const { cast, bare } = await reported()

  await expect(meanwhile(cast, leaving(bare), answering(bare))).rejects.toMatchObject({
    code: '23503',
  })
})

test('accepts an answer when the deletion of its visit is rolled back', async () => {
  const { cast, bare } = await reported()
  const letGo = await holdLocks(cast.database, (tx) => leaving(bare).execute(tx))

  const answered = cast.database.write((tx) => answering(bare).execute(tx))
  await expect.poll(() => waitingForARow(cast.database)).toBe(1)
  await letGo()

  await expect(answered).resolves.toMatchObject({ numAffectedRows: 1n })
})

test('refuses to delete a visit under repeatable read isolation', async () => {
  const { cast, bare } = await reported()
  const { database } = cast
  const late = async (tx: Tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    await sql`select from visits`.execute(tx)
    await database.write((other) => answering(bare).execute(other))
    await leaving(bare).execute(tx)
  }

  await expect(database.write(late)).rejects.toMatchObject({ code: '0A000' })
})
