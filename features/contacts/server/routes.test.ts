import { expect, test } from 'vitest'
import { answerOf, dej, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { contacts } from '../contract.ts'

const set = stage()

const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const
const words = { title: 'Atenție', message: 'Sunați la sediu' }

async function contactOf(cast: Stage, name: string, person = cast.ana) {
  const observerId = await observerIdOf(cast, name)
  return person.call(contacts.find, { params: { observerId } })
}

const later = (cast: Stage, minutes: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + minutes * 60_000)
}

test('shows the source of the last contact: sign-in, report, note or opened message', async () => {
  const cast = await set()
  const kinds = async () => (await contactOf(cast, 'Bogdan Pop')).signs.map(({ kind }) => kind)
  await cast.bogdan.token()
  expect(await kinds()).toEqual(['sign-in'])
  later(cast, 5)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect(await kinds()).toEqual(['report', 'sign-in'])
  later(cast, 5)
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Ușa era deschisă.' } })
  expect((await kinds())[0]).toBe('note')
  await cast.ana.call(notifications.sendAll, { body: words })
  const { messages } = await contactOf(cast, 'Bogdan Pop')
  later(cast, 5)
  const body = { notificationId: messages[0]!.notificationId }
  await cast.bogdan.call(notifications.open, { body })

  const { signs } = await contactOf(cast, 'Bogdan Pop')
  expect(signs.map(({ kind }) => kind)).toEqual(['message', 'note', 'report', 'sign-in'])
  expect(signs[0]).toEqual({ kind: 'message', at: cast.clock.now })
})

test('returns the newest messages and the total number', async () => {
  const cast = await set()
  for (let nth = 1; nth <= 22; nth++)
    await cast.ana.call(notifications.sendAll, { body: { ...words, title: `Mesajul ${nth}` } })

  const { messages, messageCount, visitCount } = await contactOf(cast, 'Bogdan Pop')

  expect(messages).toHaveLength(20)
  expect(messages[0]!.title).toBe('Mesajul 22')
  expect([messageCount, visitCount]).toEqual([22, 0])
})

test('lists an observer’s visits newest first, and the state of each message', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  later(cast, 5)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Nu'))
  await cast.ana.call(notifications.sendAll, { body: words })

  const { visits, messages } = await contactOf(cast, 'Bogdan Pop')
  expect(visits.map(({ municipality, answered }) => [municipality, answered])).toEqual([
    ['Dej', 1],
    ['Aiud', 1],
  ])
  expect(messages).toMatchObject([
    { title: words.title, senderAccount: 'ana', state: 'queued', why: null },
  ])
})

test('county desks and organisations see only their own part of an observer', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await expect(contactOf(cast, 'Bogdan Pop', cast.sanda)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await cast.ana.call(notifications.sendAll, { body: words })

  const seen = await contactOf(cast, 'Bogdan Pop', cast.sanda)
  expect(seen.visits.map(({ municipality }) => municipality)).toEqual(['Dej'])
  expect(seen.messages).toEqual([])
  await expect(contactOf(cast, 'Bogdan Pop', cast.calin)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('county desks see planned observers and their milestones before the first report', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  const listed = async () => (await cast.sanda.call(observers.list, { query: {} })).data
  expect(await listed()).toEqual([])
  const pollingStationId = cast.field.stationId('CJ1', 1) as Id<'pollingStations'>
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  const [id] = await cast.ana.call(assignments.add, {
    body: { assignments: [{ observerId, pollingStationId, ...shift }] },
  })

  expect(await listed()).toMatchObject([
    { name: 'Bogdan Pop', lastSeen: null, numberOfPollingStations: 0, numberOfNotes: 0 },
  ])
  expect(await cast.sanda.call(observers.count)).toBe(1)
  expect(await contactOf(cast, 'Bogdan Pop', cast.sanda)).toMatchObject({ visits: [] })
  expect(
    (await cast.sanda.call(milestones.expected, { query: { observerId } })).data,
  ).toMatchObject([{ municipality: 'Dej' }])

  await cast.ana.call(assignments.remove, { body: { ids: [id!] } })
  expect(await listed()).toEqual([])
})
