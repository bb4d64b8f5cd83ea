import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, practise, prepare } from '#features/elections/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { addCrowd } from '#features/notifications/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { mostRecipients, stations } from '../contract.ts'
import { stationOf } from './testing.ts'

const set = stage()

const words = { title: 'Atenție', message: 'Sunați la sediu' }

const messagesAt = async (cast: Stage, person = cast.ana, at = stationOf(cast)) =>
  (await person.call(stations.messages, { params: { pollingStationId: at }, query: {} })).data

/** A station of the current election, in a municipality. */
async function stationNow(
  { database }: Stage,
  code: string,
  number: number,
): Promise<Id<'pollingStations'>> {
  const { rows } = await sql<{ id: Id<'pollingStations'> }>`
    select s.id from polling_stations s
      join elections e on e.id = s.election_id and e.is_current
      join areas m on m.election_id = s.election_id and m.id = s.area_id
     where m.code = ${code} and s.number = ${number}`.execute(database.db)
  return rows[0]!.id
}

async function beforeNow(cast: Stage, person = cast.ana, code = 'AB1', number = 1) {
  const params = { pollingStationId: await stationNow(cast, code, number) }
  return (await person.call(stations.before, { params })).before
}

test('lists messages to a station’s expected and past observers, with their delivery', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  await cast.ana.call(assignments.add, {
    body: { assignments: [{ observerId, pollingStationId: stationOf(cast), ...shift }] },
  })
  await cast.ana.call(notifications.sendAll, { body: words })
  const names = async () =>
    (await messagesAt(cast)).map(({ recipients }) => recipients.map((one) => one.observerName))
  expect(await names()).toEqual([['Dana Ionescu']])

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(await names()).toEqual([['Bogdan Pop', 'Dana Ionescu']])
  expect(await messagesAt(cast)).toMatchObject([
    { title: words.title, senderAccount: 'ana', recipients: [{ state: 'queued' }, {}] },
  ])
  expect(await messagesAt(cast, cast.ana, stationOf(cast, 'CJ1'))).toEqual([])
})

test('limits recipients of a large message, unreached ones first, and gives the total', async () => {
  const cast = await set()
  await addCrowd(cast, 30)
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  const { data } = await cast.ana.call(observers.list, { query: { pageSize: 100 } })
  const crowd = data.filter(({ name }) => name.startsWith('Observator'))
  const bogdan = await observerIdOf(cast, 'Bogdan Pop')
  await cast.ana.call(assignments.add, {
    body: {
      assignments: [bogdan, ...crowd.map(({ id }) => id)].map((observerId) => ({
        observerId,
        pollingStationId: stationOf(cast),
        ...shift,
      })),
    },
  })
  for (const title of ['Unu', 'Doi', 'Trei'])
    await cast.ana.call(notifications.sendAll, { body: { ...words, title } })
  await cast.database.write((tx) =>
    sql`update deliveries set state = 'failed', why = 'no-device'
         where observer_id = ${crowd[20]!.id}`.execute(tx),
  )

  const [first] = await messagesAt(cast)
  expect(first).toMatchObject({ title: 'Trei', recipientsHere: 31 })
  expect(first!.recipients).toHaveLength(mostRecipients)
  expect(first!.recipients[0]).toMatchObject({ observerId: crowd[20]!.id, state: 'failed' })
  expect(first!.recipients[1]).toMatchObject({ observerName: 'Bogdan Pop' })
  const last = await cast.ana.call(stations.messages, {
    params: { pollingStationId: stationOf(cast) },
    query: { page: 2, pageSize: 2 },
  })
  expect(last).toMatchObject({ totalItems: 3, totalPages: 2, data: [{ title: 'Unu' }] })
})

test('shows a station’s previous election by place and number, without rehearsals', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Ușa era deschisă.' } })
  expect(await beforeNow(cast)).toBeNull()

  const copyFrom = await currentId(cast)
  await make(cast, await prepare(cast, { copyFrom, day: '2026-12-06' }))
  expect(await beforeNow(cast)).toMatchObject({
    election: expect.any(String),
    day: '2026-11-22',
    visits: 1,
    answers: 1,
    flagged: 1,
    notes: 1,
  })

  await make(cast, copyFrom)
  await practise(cast)
  const [next] = (await cast.ana.call(elections.list, { query: {} })).filter(
    ({ id }) => id !== copyFrom,
  )
  await make(cast, next!.id)
  expect(await beforeNow(cast)).toBeNull()
})

test('limits an organisation’s previous election to its own observers', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const copyFrom = await currentId(cast)
  await make(cast, await prepare(cast, { copyFrom, day: '2026-12-06' }))

  expect(await beforeNow(cast)).toMatchObject({ visits: 1 })
  expect(await beforeNow(cast, cast.calin)).toMatchObject({ visits: 0, answers: 0, notes: 0 })
})

test('keeps apart stations numbered 1 of different municipalities', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const copyFrom = await currentId(cast)
  await make(cast, await prepare(cast, { copyFrom, day: '2026-12-06' }))

  expect(await beforeNow(cast)).toMatchObject({ visits: 1 })
  expect(await beforeNow(cast, cast.ana, 'AB2')).toMatchObject({ visits: 0 })

  // A renamed municipality is not mistaken for its neighbour.
  await cast.database.write((tx) =>
    sql`update areas set code = 'AB9' where code = 'AB2' and election_id = ${copyFrom}`.execute(tx),
  )
  expect(await beforeNow(cast, cast.ana, 'AB2')).toBeNull()
})

test('finds a county-numbered station by number if it is unique in the county', async () => {
  const cast = await set()
  const at = { ...aiud, pollingStationNumber: 3 }
  await send(cast.bogdan, answerOf(cast, at, 'A1.1', 'Da'))
  const copyFrom = await currentId(cast)
  await make(cast, await prepare(cast, { copyFrom, day: '2026-12-06' }))
  await cast.database.write((tx) =>
    sql`update polling_stations s set area_id = s.county_id from areas m
         where s.election_id = ${copyFrom} and m.election_id = s.election_id and m.id = s.area_id
           and m.code = 'AB1'`.execute(tx),
  )

  expect(await beforeNow(cast, cast.ana, 'AB1', 3)).toMatchObject({ visits: 1 })
  // Blaj has a number 1, too.
  expect(await beforeNow(cast, cast.ana, 'AB1', 1)).toBeNull()
})

test('excludes test observers and inactive organisations from the previous election’s counts', async () => {
  const cast = await set()
  await send(cast.emil, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  const copyFrom = await currentId(cast)
  await make(cast, await prepare(cast, { copyFrom, day: '2026-12-06' }))
  expect(await beforeNow(cast)).toMatchObject({ visits: 1, answers: 1 })

  const ngos = await cast.ana.call(accounts.listNgos)
  const { id, name, shortName } = ngos.find(({ isOrganiser }) => !isOrganiser)!
  await cast.ana.call(accounts.editNgo, {
    params: { id },
    body: { name, shortName, isActive: false },
  })

  expect(await beforeNow(cast)).toMatchObject({ visits: 0, answers: 0 })
})
