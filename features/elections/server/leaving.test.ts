import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { listed as listedNotes, png } from '#features/notes/server/testing.ts'
import { StationAddress } from '#features/places/address-contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { currentId, listed, make, prepare } from './testing.ts'

const set = stage()

const photograph = [{ name: 'a.png', bytes: png() }]
const arrival = { ...aiud, urbanArea: true, observerArrivalTime: '2026-11-22T08:00:00Z' }
const leave = { ...aiud, observerLeaveTime: '2026-11-22T10:00:00Z' }

/** All that a phone sends on the day. */
async function sendAll(cast: Stage, { word = 'Nu' }: { word?: string } = {}): Promise<void> {
  const { bogdan } = cast
  await bogdan.call(visits.report, { body: arrival })
  await send(bogdan, answerOf(cast, aiud, 'A1.1', word))
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, photograph)
  await bogdan.call(visits.leave, { body: leave })
}

/** All observation rows of an election. */
async function observed({ database }: Stage, id: Id<'elections'>) {
  const tables = ['visits', 'answers', 'notes', 'repeats', 'station_counts', 'report_counts']
  const found: Record<string, unknown> = {}
  for (const table of [...tables, 'observer_counts', 'visit_counts', 'devices', 'form_copies']) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t
       where election_id = ${id} order by 1`.execute(database.primary)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** The reports kept aside for an election, by kind and reason. */
async function waiting({ database }: Stage, id: Id<'elections'>) {
  const rows = await database.primary
    .selectFrom('unplaced')
    .select(['kind', 'reason'])
    .where('electionId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, reason }) => `${kind}: ${reason}`)
}

/** Bogdan observes; another election becomes current. */
async function left() {
  const cast = await set()
  await cast.bogdan.call(session.me)
  const former = await currentId(cast)
  const next = await prepare(cast)
  await make(cast, next)
  return { cast, former, next }
}

test('stores reports in the phone’s own election, not in the current one', async () => {
  const { cast, former, next } = await left()
  const { bogdan } = cast
  const nothing = await observed(cast, next)

  await sendAll(cast)

  expect(await observed(cast, next)).toEqual(nothing)
  // Phones also keep the places and forms of their own election.
  expect((await bogdan.call(places.counties)).length).toBe(2)
  expect((await bogdan.call(forms.list, { query: {} })).formVersions.length).toBeGreaterThan(0)
  expect((await list(cast.ana)).totalItems).toBe(0)
  await make(cast, former)
  const { threads, totalItems } = await list(cast.ana)
  expect(totalItems).toBe(1)
  const [{ observerId, pollingStationId } = { observerId: 0, pollingStationId: 0 }] = threads
  const query = { observerId, pollingStationId } as never
  expect(await cast.ana.call(visits.info, { query })).toMatchObject({
    urbanArea: true,
    observerArrivalTime: new Date(arrival.observerArrivalTime),
    observerLeaveTime: new Date(leave.observerLeaveTime),
  })
  expect(await listedNotes(cast)).toMatchObject([
    { text: 'Coadă', attachments: [{ fileName: 'a.png' }] },
  ])
  expect(await waiting(cast, former)).toEqual([])
})

test('records their reports in the history of their own election', async () => {
  const { cast, next } = await left()

  await sendAll(cast)
  await cast.bogdan.call(session.signOut)

  const lines = await cast.database.primary
    .selectFrom('history')
    .select('act')
    .where('electionId', '=', next)
    .where('actorRole', '=', 'observer')
    .execute()
  expect(lines).toEqual([])
  await expect(cast.bogdan.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
})

test('keeps reports to an archived election aside and places them once reopened', async () => {
  const { cast, former } = await left()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await ana.call(elections.archive, { params: { id: former } })
  const before = await observed(cast, former)

  await sendAll(cast)
  // Other calls of a phone are not reports, and are not kept.
  const body = { channelName: 'Firebase', token: 'fcm-b' }
  await bogdan.call(session.registerDevice, { body })
  await bogdan.call(forms.get, { params: { id: cast.field.formId('A') as never }, query: {} })

  expect(await observed(cast, former)).toEqual(before)
  expect(await waiting(cast, former)).toEqual([
    'station-info: election-archived',
    'answer: election-archived',
    'note: election-archived',
    'station-info: election-archived',
  ])
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ keptAside: 4, signedIn: 1 })
  // A phone retries the same calls.
  await sendAll(cast)
  expect(await waiting(cast, former)).toHaveLength(4)

  await ana.call(elections.reopen, { params: { id: former } })
  await make(cast, former)
  const { data } = await ana.call(unplaced.list, { query: {} })
  expect(data.map(({ alike, reason }) => [alike, reason])).toEqual(
    Array.from({ length: 4 }, () => [4, 'election-archived']),
  )
  const params = { id: data[0]!.id }
  expect(await ana.call(unplaced.place, { params, body: { alike: true } })).toMatchObject({
    placed: 4,
    left: 0,
  })
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ keptAside: 0, visits: 1 })
  const [note] = await listedNotes(cast)
  expect(note).toMatchObject({ text: 'Coadă', attachments: [{ fileName: 'a.png' }] })
  const { observerId, pollingStationId } = (await list(ana)).threads[0]!
  const chosen = await ana.call(answers.filledIn, { query: { observerId, pollingStationId } })
  expect(JSON.stringify(chosen)).toContain('Nu')
})

test('placing late reports leaves those with an unknown station', async () => {
  const { cast, former } = await left()
  const { ana, bogdan } = cast
  await ana.call(elections.archive, { params: { id: former } })
  await bogdan.call(visits.report, { body: arrival })
  await bogdan.call(visits.report, { body: { ...arrival, pollingStationNumber: 99 } })
  await ana.call(elections.reopen, { params: { id: former } })
  await make(cast, former)
  const { data } = await ana.call(unplaced.list, { query: {} })

  const params = {
    id: data.find(({ sent }) => StationAddress.parse(sent).pollingStationNumber === 1)!.id,
  }
  const done = await ana.call(unplaced.place, { params, body: { alike: true } })

  expect(done).toMatchObject({ placed: 1, left: 1 })
  const [rest] = (await ana.call(unplaced.list, { query: {} })).data
  const one = { params: { id: rest!.id }, body: {} }
  await expect(ana.call(unplaced.place, one)).rejects.toMatchObject({
    code: 'unplaced.has-no-place',
    details: { reason: 'no-such-station' },
  })
  await ana.call(unplaced.place, {
    ...one,
    body: { station: { ...aiud, pollingStationNumber: 2 } },
  })
  expect((await ana.call(unplaced.list, { query: {} })).totalItems).toBe(0)
})

test('keeps a report aside when its election is archived concurrently', async () => {
  const { cast, former } = await left()
  const { ana, bogdan, database } = cast
  const doing: Promise<unknown>[] = []

  await database.write(async (tx) => {
    // The archiving has nearly ended, and is blocked.
    await sql`lock table history in share mode`.execute(tx)
    doing.push(ana.call(elections.archive, { params: { id: former } }))
    await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
    doing.push(bogdan.call(visits.report, { body: arrival }).catch(({ code }) => code))
  })
  const [, reply] = await Promise.all(doing)
  if (reply === 'server.unavailable') await bogdan.call(visits.report, { body: arrival })

  expect(await waiting(cast, former)).toEqual(['station-info: election-archived'])
})

test('refuses reports from observers who were erased', async () => {
  const { cast, former } = await left()
  const { ana, bogdan } = cast
  await cast.startJobs()
  await ana.call(elections.archive, { params: { id: former } })
  await ana.call(elections.erasePeople, { params: { id: former } })
  await expect
    .poll(async () => (await listed(cast)).get('Alegeri de probă')?.peopleErasedAt, pollOptions)
    .toBeTruthy()

  const refused = bogdan.call(visits.report, { body: arrival })
  await expect(refused).rejects.toMatchObject({ code: 'session.missing' })
  expect(await waiting(cast, former)).toEqual([])
})

test('requires recent confirmation to change the election, and shows its signed-in observers', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  await Promise.all([bogdan.call(session.me), dana.call(session.me)])
  // The same observer on another phone is one observer.
  const body = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'another' }
  await cast.stranger.call(session.authorize, { body })
  const next = await prepare(cast)
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ signedIn: 2 })

  await dana.call(session.signOut)
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ signedIn: 1 })
  cast.clock.now = new Date(cast.clock.now.getTime() + 31 * 60_000)
  await expect(make(cast, next)).rejects.toMatchObject({ code: 'session.unconfirmed' })
  await ana.call(session.confirm, { body: { password: 'parola lui Ana' } })
  await make(cast, next)
})

test('phones sign in to the current election when their token has expired', async () => {
  const { cast } = await left()
  cast.clock.now = new Date(cast.clock.now.getTime() + 12 * 3_600_000 + 1000)

  const refused = cast.bogdan.call(visits.report, { body: arrival })

  await expect(refused).rejects.toMatchObject({ code: 'session.missing' })
})

test('waits for a running report before it starts a rehearsal', async () => {
  const { cast, former } = await left()
  const { ana, bogdan, database } = cast
  await database.write((tx) =>
    sql`update elections set state = 'rehearsal' where id = ${former}`.execute(tx),
  )
  const done: string[] = []
  const doing: Promise<unknown>[] = []

  await database.write(async (tx) => {
    await sql`lock table visits in share mode`.execute(tx)
    doing.push(bogdan.call(visits.report, { body: arrival }).then(() => done.push('reported')))
    await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
    const starting = ana.call(elections.start, { params: { id: former } })
    doing.push(starting.then(() => done.push('started')))
    await expect
      .poll(async () => (await waitingForARow(database)) + done.length, pollOptions)
      .toBe(2)
  })
  await Promise.all(doing)

  expect(done).toEqual(['reported', 'started'])
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ state: 'live', visits: 0 })
})
