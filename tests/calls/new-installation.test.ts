// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { upsertObservers } from '#features/observers/server/import/import-queries.ts'
import { session } from '#features/session/contract.ts'
import { report } from '#features/visits/server/testing.ts'
import { type Person, person, type Stage, stage } from '#testing/stage.ts'

const set = stage()

const stations = 20_000
const perArea = 100
const observers = 400
const calling = 16
/** The most rows of a table that one call may read on average, when it needs one or two. */
const mostPerCall = 20

type Call = (cast: Stage, phone: Person, nth: number) => Promise<unknown>

const nowhere = { ...aiud, pollingStationNumber: 999 }
const at = (nth: number) => ({
  countyCode: 'AB',
  municipalityCode: `M${nth + 1}`,
  pollingStationNumber: nth + 1,
})

const calls: [what: string, call: Call][] = [
  ['answers', (cast, phone, nth) => send(phone, answerOf(cast, at(nth), 'A1.2', 'Coadă'))],
  [
    'changed answers',
    (cast, phone, nth) => send(phone, answerOf(cast, at(nth), 'A1.2', 'Altceva=Da')),
  ],
  [
    'repeated answers',
    (cast, phone, nth) => send(phone, answerOf(cast, at(nth), 'A1.2', 'Altceva=Da')),
  ],
  ['retracted answers', (cast, phone, nth) => send(phone, answerOf(cast, at(nth), 'A1.2'))],
  ['station info', (_, phone, nth) => report(phone, { ...at(nth), urbanArea: true })],
  ['changed station info', (_, phone, nth) => report(phone, { ...at(nth), urbanArea: false })],
  ['repeated station info', (_, phone, nth) => report(phone, { ...at(nth), urbanArea: false })],
  [
    'station info of a new visit',
    (_, phone, nth) => report(phone, { ...at(nth + 100), urbanArea: true }),
  ],
  ['unmatched answers', (cast, phone) => send(phone, answerOf(cast, nowhere, 'A1.2', 'Coadă'))],
  [
    'repeated unmatched answers',
    (cast, phone) => send(phone, answerOf(cast, nowhere, 'A1.2', 'Coadă')),
  ],
  ['other answers', (cast, phone, nth) => send(phone, answerOf(cast, at(nth), 'A1.1', 'Da'))],
  ['notes', (_, phone, nth) => phone.call(notes.write, { body: { ...at(nth), text: 'Coadă' } })],
]

test('reports on a new database read rows by their keys', { timeout: 60_000 }, async () => {
  const cast = await set()
  await countReads(cast)
  const phones = await fill(cast)
  await forgetStatistics(cast)

  const excess: [string, string, number][] = []
  for (const [what, call] of calls) {
    const before = await rowsRead(cast)
    await Promise.all(phones.map((phone, nth) => call(cast, phone, nth)))
    for (const [table, read] of await rowsRead(cast)) {
      const perCall = (read - (before.get(table) ?? 0)) / calling
      if (perCall > mostPerCall) excess.push([what, table, perCall])
    }
  }

  expect(excess).toEqual([])
})

/** Many stations, observers, visits and answers; returns phones that are signed in. */
async function fill({ app, database, outside, stranger }: Stage): Promise<Person[]> {
  const own = Array.from({ length: observers }, (_, nth) => ({
    phone: `0711 000 ${String(nth).padStart(3, '0')}`,
    pin: String(1000 + nth),
    name: `Observator ${nth}`,
    isTest: false,
  }))
  await database.write(async (tx) => {
    const election = sql`(select id from elections where is_current)`
    await sql`
      insert into areas (election_id, parent_id, level, county_id, code, name)
      select a.election_id, a.parent_id, a.level, a.county_id, 'M' || i, 'Comuna ' || i
        from areas a, generate_series(1, ${stations / perArea}::integer) i where a.code = 'AB1'`.execute(
      tx,
    )
    await sql`
      insert into polling_stations (election_id, area_id, county_id, number)
      select a.election_id, a.id, a.county_id, i
        from areas a, generate_series(1, ${perArea}::integer) i where a.code like 'M%'`.execute(tx)
    const { electionId, ngoId } = await tx
      .selectFrom('observers')
      .select(['electionId', 'ngoId'])
      .where('name', '=', 'Bogdan Pop')
      .executeTakeFirstOrThrow()
    const into = { electionId, ngoId, secrets: outside.secrets, now: outside.clock() }
    await upsertObservers(tx, into, own)
    await sql`
      insert into sessions (id, election_id, observer_id, created_at, expires_at)
      select gen_random_uuid(), election_id, id, now(), 'infinity' from observers`.execute(tx)
    await sql`
      insert into visits (election_id, observer_id, polling_station_id, ngo_id, county_id, answered, last_modified)
      select s.election_id, o.id, s.id, o.ngo_id, s.county_id, 1, now()
        from (select *, row_number() over (order by id) % ${observers} as place from polling_stations
               where election_id = ${election}) s
        join (select *, row_number() over (order by id) % ${observers} as place from observers) o
          on o.place = s.place`.execute(tx)
    await sql`
      insert into answers
        (election_id, visit_id, question_id, option_id, form_id, form_version, is_flagged, received_at)
      select v.election_id, v.id, p.question_id, p.option_id, p.form_id, p.form_version, false, now()
        from visits v, (select * from published_options limit 1) p`.execute(tx)
    await sql`
      insert into unplaced
        (election_id, observer_id, ngo_id, kind, reason, sent, digest, subject, received_at, said_at)
      select election_id, id, ngo_id, 'note', 'no-such-station', '{}', sha256('{}'), 'note:' || i, now(), now()
        from observers, generate_series(1, 20) i`.execute(tx)
  })
  const phones = own.slice(-calling).map(({ phone, pin }) => {
    const body = { user: phone, password: pin, uniqueId: phone }
    const signIn = async () => (await stranger.call(session.authorize, { body })).access_token
    return person(app, signIn)
  })
  for (const phone of phones) await phone.token()
  return phones
}

/** Removes statistics, as on a new database. */
async function forgetStatistics({ database }: Stage): Promise<void> {
  await database.write(async (tx) => {
    await sql`delete from pg_statistic`.execute(tx)
    await sql`
      update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
       where relnamespace = 'public'::regnamespace`.execute(tx)
  })
}

/** Makes PostgreSQL report the rows read by a sign-in or report at once, and not within a second. */
async function countReads({ database }: Stage): Promise<void> {
  await database.write(async (tx) => {
    await sql`
      create function count_reads() returns trigger language plpgsql as $$
      begin
        perform pg_stat_force_next_flush();
        return null;
      end $$`.execute(tx)
    for (const table of ['sessions', 'visits', 'notes', 'unplaced'])
      await sql`
        create trigger counts_reads after insert or update on ${sql.table(table)}
          for each statement execute function count_reads()`.execute(tx)
  })
}

/** The rows of each table that were read so far. */
async function rowsRead({ database }: Stage): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; read: number }>`
    select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read
      from pg_stat_user_tables`.execute(database.primary)
  return new Map(rows.map(({ table, read }) => [table, read]))
}
