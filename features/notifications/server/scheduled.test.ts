import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { accounts } from '#features/accounts/contract.ts'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { contacts } from '#features/contacts/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, practise, prepare } from '#features/elections/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { stations } from '#features/stations/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakePushProvider, fakePushProviders } from '#testing/fake-push-provider.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { notifications } from '../contract.ts'
import { acts, idsOf, latest, register, resultsOf, words } from './testing.ts'

const open = fakePushProviders()
let provider: FakePushProvider
beforeEach(async () => {
  provider = await open()
})
const set = stage(filesIn, async () => ({ push: provider.push }))

/** Every test begins at eleven, local time of the election. */
const atNoon = '2026-11-22 12:00'
const noon = new Date('2026-11-22T10:00:00Z')
const atOne = '2026-11-22 13:00'
const one = new Date('2026-11-22T11:00:00Z')
const minutes = (count: number) => count * 60_000

/** Bogdan and Dana with a phone each, and a message to both that goes out at noon. */
async function setScheduled(body: Partial<typeof words> = {}) {
  const cast = await set()
  await register(cast.bogdan, 'bogdan')
  await register(cast.dana, 'dana')
  const { bogdan, dana } = await idsOf(cast)
  const recipients = [bogdan, dana]
  await cast.ana.call(notifications.send, {
    body: { ...words, ...body, recipients, sendAt: atNoon },
  })
  return { ...cast, params: { id: (await latest(cast)).id } }
}

const tokens = () => provider.tries.map(({ token }) => token).sort()
const jobs = ({ database }: Stage) =>
  database.primary
    .selectFrom('jobs')
    .select('dueAt')
    .where('name', '=', 'notifications.deliver')
    .execute()

/** Sets the clock, and makes the jobs due that wait until then. */
async function itIs(cast: Stage, now: Date) {
  cast.clock.now = now
  const isDue = sql<boolean>`coalesce((payload ->> 'heldUntil')::timestamptz, ${now}) <= ${now}`
  await cast.database.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ dueAt: new Date(0) })
      .where(isDue)
      .execute(),
  )
}

/** Starts the election that was practised in for real. */
const start = async (cast: Stage) =>
  cast.ana.call(elections.start, { params: { id: await currentId(cast) } })

/** Locks all messages, and counts the transactions that wait for them. */
async function holdMessages({ database }: Stage) {
  const letGo = await holdLocks(database, (tx) =>
    tx.selectFrom('notifications').select('id').forNoKeyUpdate().execute(),
  )
  return { letGo, waiting: () => waitingForARow(database) }
}

/** The validation errors of a send time. */
const refused = async ({ ana }: Stage, body: object) =>
  (
    await ana.send({
      method: 'POST',
      url: '/api/v1/notification/send/all',
      payload: { ...words, ...body },
    })
  ).json().errors

test('sends a scheduled message at its time to its recipients, recording both steps', {
  tags: 'slow',
}, async () => {
  const cast = await setScheduled()
  const running = await cast.startJobs()
  expect(await latest(cast)).toMatchObject({
    ...{ insertedAt: cast.clock.now, sendAt: noon, heldUntil: noon, recipients: 2, queued: 2 },
  })
  const [job] = await jobs(cast)
  expect(Math.abs(job!.dueAt.getTime() - Date.now() - minutes(60))).toBeLessThan(minutes(1))
  await running.stop()
  expect(provider.tries).toEqual([])

  await itIs(cast, noon)
  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(tokens()).toEqual(['bogdan', 'dana'])
  expect(await latest(cast)).toMatchObject({ sendAt: noon, heldUntil: null })
  expect(await acts(cast)).toEqual([
    'ana: notifications.scheduled',
    'Veghe: notifications.scheduled-sent',
  ])
  expect(await miscounted(cast.database)).toEqual([])
})

test('sends a scheduled message once after downtime, and records the actual time', async () => {
  const cast = await setScheduled()
  const late = new Date(noon.getTime() + minutes(90))
  await itIs(cast, late)

  await (await cast.startJobs()).stop()
  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(tokens()).toEqual(['bogdan', 'dana'])
  expect(await latest(cast)).toMatchObject({ sendAt: late, heldUntil: null })
})

test('refuses a past, distant or invalid send time, but accepts the current minute', async () => {
  const cast = await set()

  expect(await refused(cast, { sendAt: '2026-11-22 10:58' })).toEqual({
    sendAt: ['Must be in the future'],
  })
  expect(await refused(cast, { sendAt: '2026-12-22 11:01' })).toEqual({
    sendAt: ['Must be at most 30 days ahead'],
  })
  expect(Object.keys(await refused(cast, { sendAt: '2026-11-31 12:00' }))).toEqual(['sendAt'])
  expect(Object.keys(await refused(cast, { sendAt: 'mâine' }))).toEqual(['sendAt'])
  expect(await latest(cast)).toBeUndefined()
  expect(await jobs(cast)).toEqual([])
  expect(await refused(cast, { sendAt: '2026-12-22 11:00' })).toBeUndefined()

  cast.clock.now = new Date(cast.clock.now.getTime() + 50_000)
  expect(await refused(cast, { sendAt: '2026-11-22 11:00' })).toBeUndefined()
  const { data } = await cast.ana.call(notifications.list, { query: {} })
  expect(data.map(({ heldUntil }) => heldUntil)).toEqual([new Date('2026-12-22T09:00:00Z'), null])
})

test('keeps the cancellation window of a message scheduled within moments', async () => {
  const cast = await set()
  await cast.ana.call(notifications.sendAll, {
    body: { ...words, sendAt: '2026-11-22 11:00', takeBackForSeconds: 30 },
  })
  expect((await latest(cast)).heldUntil).toEqual(new Date(cast.clock.now.getTime() + 30_000))
})

/** The time at which a message scheduled now goes out. */
async function leavingAt(now: string, sendAt: string) {
  const cast = await set()
  cast.clock.now = new Date(now)
  await cast.ana.call(notifications.sendAll, { body: { ...words, sendAt } })
  return (await latest(cast)).heldUntil?.toISOString()
}

test.each([
  [
    'before clocks are put back',
    '2026-10-24T20:00:00Z',
    '2026-10-25 02:30',
    '2026-10-24T23:30:00.000Z',
  ],
  [
    'in the hour that comes twice: the later one',
    '2026-10-24T20:00:00Z',
    '2026-10-25 03:30',
    '2026-10-25T01:30:00.000Z',
  ],
  [
    'in its first hour, where the zone is said',
    '2026-10-24T20:00:00Z',
    '2026-10-25T03:30:00+03:00',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'in the hour that is skipped: so long after the change',
    '2027-03-27T20:00:00Z',
    '2027-03-28 03:30',
    '2027-03-28T01:30:00.000Z',
  ],
])(
  'reads a send time in the time zone of the election, %s',
  async (_which, now, sendAt, leaves) => {
    expect(await leavingAt(now, sendAt)).toBe(leaves)
  },
)

test('schedules once for repeated clicks, also after the send time', async () => {
  const cast = await set()
  const body = { ...words, key: randomUUID(), sendAt: atNoon }
  const click = () => cast.ana.call(notifications.sendAll, { body })

  expect(await Promise.all([click(), click(), click()])).toEqual([3, 3, 3])
  await itIs(cast, new Date(noon.getTime() + minutes(10)))
  expect(await click()).toBe(3)

  const { data } = await cast.ana.call(notifications.list, { query: {} })
  expect(data).toHaveLength(1)
  expect(await jobs(cast)).toHaveLength(1)
})

test('does not send a message that was cancelled before its time', async () => {
  const cast = await setScheduled()
  await cast.ana.call(notifications.takeBack, { params: cast.params })
  expect(await jobs(cast)).toEqual([])
  await itIs(cast, noon)
  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'taken-back',
    'Dana Ionescu': 'taken-back',
  })
  expect(await latest(cast)).toMatchObject({ takenBackBy: 'ana', sendAt: null, heldUntil: null })
  expect(provider.tries).toEqual([])
  expect(await miscounted(cast.database)).toEqual([])
})

test('sends a scheduled message early on request, once, and records that time', async () => {
  const cast = await setScheduled()
  await cast.ana.call(notifications.sendNow, { params: cast.params })
  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  await expect.poll(() => jobs(cast)).toEqual([])
  expect(tokens()).toEqual(['bogdan', 'dana'])
  expect(await latest(cast)).toMatchObject({ sendAt: cast.clock.now, heldUntil: null })
})

test('sends a rescheduled message once, at its new time and not before', async () => {
  const cast = await setScheduled()
  const reschedule = (sendAt: string) =>
    cast.ana.call(notifications.reschedule, { params: cast.params, body: { sendAt } })
  const at = (iso: string) => expect.objectContaining({ sendAt: iso })
  await expect(reschedule('2026-11-22 10:00')).rejects.toMatchObject({
    ...{ code: 'request.invalid', details: { errors: { sendAt: ['Must be in the future'] } } },
  })
  expect((await latest(cast)).heldUntil).toEqual(noon)

  await reschedule(atOne)

  expect(await latest(cast)).toMatchObject({ sendAt: one, heldUntil: one, queued: 2 })
  expect(await jobs(cast)).toHaveLength(1)
  const lines = await cast.database.primary
    .selectFrom('history')
    .select(['before', 'after'])
    .where('act', '=', 'notifications.rescheduled')
    .execute()
  expect(lines).toEqual([{ before: at(noon.toISOString()), after: at(one.toISOString()) }])

  await itIs(cast, one)
  await cast.startJobs()
  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(tokens()).toEqual(['bogdan', 'dana'])
  await expect(reschedule('2026-11-22 14:00')).rejects.toMatchObject({
    code: 'notification.not-waiting',
  })
})

test('honours rescheduling that races with the send job', {
  tags: 'slow',
}, async () => {
  const cast = await setScheduled()
  const { ana, params } = cast
  await itIs(cast, noon)
  const { letGo, waiting } = await holdMessages(cast)
  const changed = ana.call(notifications.reschedule, { params, body: { sendAt: atOne } })
  await expect.poll(waiting).toBe(1)
  await cast.startJobs()
  await expect.poll(waiting).toBe(2)
  await letGo()
  await changed

  await expect.poll(() => jobs(cast).then((left) => left.length)).toBe(1)
  expect(await latest(cast)).toMatchObject({ sendAt: one, heldUntil: one, queued: 2 })
  expect(provider.tries).toEqual([])
  await itIs(cast, one)
  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(tokens()).toEqual(['bogdan', 'dana'])
})

test('honours a cancellation that races with the send job', async () => {
  const cast = await setScheduled()
  const { ana, params } = cast
  await itIs(cast, noon)
  const { letGo, waiting } = await holdMessages(cast)
  const taken = ana.call(notifications.takeBack, { params })
  await expect.poll(waiting).toBe(1)
  await cast.startJobs()
  await expect.poll(waiting).toBe(2)
  await letGo()
  await taken

  await expect.poll(() => jobs(cast)).toEqual([])
  expect(await latest(cast)).toMatchObject({ takenBackBy: 'ana', failed: 2, queued: 0 })
  expect(provider.tries).toEqual([])
})

test('refuses a cancellation after the send job has begun', async () => {
  const cast = await setScheduled()
  const { ana, params } = cast
  await itIs(cast, noon)
  const { letGo, waiting } = await holdMessages(cast)
  await cast.startJobs()
  await expect.poll(waiting).toBe(1)
  const taken = Promise.allSettled([ana.call(notifications.takeBack, { params })])
  await expect.poll(waiting).toBe(2)
  await letGo()

  expect(await taken).toMatchObject([{ reason: { code: 'notification.not-waiting' } }])
  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(tokens()).toEqual(['bogdan', 'dana'])
})

test('lists waiting messages by next send time, and all messages by latest', async () => {
  const cast = await setScheduled()
  const send = (title: string, more: object) =>
    cast.ana.call(notifications.sendAll, { body: { ...words, title, ...more } })
  await send('La unu', { sendAt: atOne })
  await send('În curând', { takeBackForSeconds: 30 })
  for (const nth of [1, 2, 3]) await send(`Acum ${nth}`, {})
  const titles = async (query: object) =>
    (await cast.ana.call(notifications.list, { query })).data.map(({ title }) => title)

  expect(await titles({ waiting: true })).toEqual(['În curând', words.title, 'La unu'])
  expect(await titles({ waiting: true, pageSize: 1 })).toEqual(['În curând'])
  expect((await titles({})).slice(0, 3)).toEqual(['La unu', words.title, 'Acum 3'])
})

test('skips observers who were deleted or added after scheduling', async () => {
  const cast = await setScheduled()
  const { ana } = cast
  const { bogdan } = await idsOf(cast)
  await ana.call(observers.remove, { query: { id: bogdan } })
  await ana.call(observers.add, { body: { name: 'Nou Venit', phone: '0700 000 009', pin: '9999' } })
  await itIs(cast, noon)
  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'observer-gone', 'Dana Ionescu': 'sent' })
  expect(tokens()).toEqual(['dana'])
})

test('skips an organisation that was disabled after scheduling', async () => {
  const cast = await setScheduled()
  const { ana } = cast
  const { id, name } = (await ana.call(accounts.listNgos)).find((one) => one.name === 'Vot Curat')!
  await ana.call(accounts.editNgo, { params: { id }, body: { name, isActive: false } })
  await itIs(cast, noon)
  await cast.startJobs()
  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'observer-gone' })
})

/** Schedules a message by Rodica at noon, then changes her account. */
async function setRodicas(change: (cast: Stage, params: { id: Id<'staff'> }) => Promise<unknown>) {
  const cast = await set()
  await register(cast.bogdan, 'bogdan')
  await register(cast.dana, 'dana')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await cast.rodica.call(notifications.sendAll, { body: { ...words, sendAt: atNoon } })
  expect(await latest(cast)).toMatchObject({ senderAccount: 'rodica', senderNow: 'there' })
  const { id } = (await cast.ana.call(accounts.list)).find(({ account }) => account === 'rodica')!
  await change(cast, { id: id as Id<'staff'> })
  return cast
}

test('keeps and sends the scheduled message of a deleted account under its name', async () => {
  const cast = await setRodicas(({ ana }, params) =>
    ana.call(accounts.remove, { params, query: {} }),
  )
  expect(await latest(cast)).toMatchObject({ senderAccount: 'rodica', senderNow: 'gone' })
  await cast.ana.call(notifications.sendAll, { body: { ...words, sendAt: atOne } })
  await itIs(cast, noon)
  await cast.startJobs()

  await expect.poll(tokens).toEqual(['bogdan', 'dana'])
  const [, rodicas] = (await cast.ana.call(notifications.list, { query: {} })).data
  expect(rodicas).toMatchObject({ senderAccount: 'rodica', senderNow: null })
})

test('lets other senders cancel the scheduled message of a deleted account', async () => {
  const cast = await setRodicas(({ ana }, params) =>
    ana.call(accounts.remove, { params, query: {} }),
  )
  await cast.ana.call(notifications.takeBack, { params: { id: (await latest(cast)).id } })
  expect(await latest(cast)).toMatchObject({ takenBackBy: 'ana', senderNow: null })
})

test('withholds a scheduled message when its sender became read-only, until another user retries', async () => {
  const cast = await setRodicas(({ ana }, params) =>
    ana.call(accounts.setRole, { params, body: { role: 'guest' } }),
  )
  const { id } = await latest(cast)
  expect(await latest(cast)).toMatchObject({ senderNow: 'without-right' })
  await itIs(cast, noon)
  await cast.startJobs()

  const beyond = 'sender-limited'
  expect(await resultsOf(cast)).toEqual({
    ...{ 'Bogdan Pop': beyond, 'Dana Ionescu': beyond, 'Emil Test': beyond },
  })
  expect(provider.tries).toEqual([])
  expect(await miscounted(cast.database)).toEqual([])
  await cast.ana.call(notifications.retry, { params: { id } })
  await expect.poll(tokens).toEqual(['bogdan', 'dana'])
})

test('limits a scheduled message to the county that its sender became limited to', async () => {
  const cast = await setRodicas(({ ana }, params) =>
    ana.call(accounts.setRole, { params, body: { countyCodes: ['AB'] } }),
  )
  expect(await latest(cast)).toMatchObject({ senderNow: 'limited' })
  await itIs(cast, noon)
  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({
    ...{ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sender-limited', 'Emil Test': 'sender-limited' },
  })
  expect(tokens()).toEqual(['bogdan'])
  const { rows } = await sql`
    select after from history where act = 'notifications.scheduled-sent'`.execute(
    cast.database.primary,
  )
  expect(rows).toEqual([{ after: { title: words.title, withheld: 2 } }])
})

test('ends waiting messages when their election is left, even if it becomes current again', async () => {
  const cast = await setScheduled()
  const former = await currentId(cast)
  await make(cast, await prepare(cast))
  await make(cast, former)
  await itIs(cast, noon)
  await cast.startJobs()

  await expect.poll(() => jobs(cast)).toEqual([])
  expect(await latest(cast)).toMatchObject({ heldUntil: null, sendAt: null, failed: 2 })
  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'election-over',
    'Dana Ionescu': 'election-over',
  })
  expect(provider.tries).toEqual([])
})

test('counts and cancels waiting messages when a rehearsal goes live, and allows rescheduling', {
  tags: 'slow',
}, async () => {
  const cast = await setScheduled()
  await practise(cast)
  const id = await currentId(cast)
  const [rehearsal] = await cast.ana.call(elections.list, { query: {} })
  expect(rehearsal).toMatchObject({ id, state: 'rehearsal', waitingMessages: 1 })

  expect(await start(cast)).toEqual({ isStarted: true })
  await itIs(cast, noon)
  await cast.startJobs()

  expect(await jobs(cast)).toEqual([])
  expect(await latest(cast)).toMatchObject({
    ...{ heldUntil: null, sendAt: null, takenBackBy: 'ana', failed: 2 },
  })
  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'taken-back',
    'Dana Ionescu': 'taken-back',
  })
  expect(await acts(cast)).toEqual([
    'ana: notifications.scheduled',
    'ana: notifications.practice-taken-back',
  ])
  const [real] = await cast.ana.call(elections.list, { query: {} })
  expect(real).toMatchObject({ id, state: 'live', waitingMessages: 0 })
  expect(await miscounted(cast.database)).toEqual([])

  const { sentObserverIds: recipients } = await latest(cast)
  await cast.ana.call(notifications.send, { body: { ...words, recipients, sendAt: atOne } })
  await itIs(cast, one)
  await expect.poll(tokens).toEqual(['bogdan', 'dana'])
})

test('cancels messages scheduled while a rehearsal is still going live', async () => {
  const cast = await setScheduled()
  await practise(cast)
  for (let some = 0; some < 3; some++)
    await send(
      cast.bogdan,
      ...Array.from({ length: 100 }, (_, place) =>
        answerOf(
          cast,
          { countyCode: 'XX', pollingStationNumber: some * 100 + place },
          'A1.1',
          'Nu',
        ),
      ),
    )
  expect(await start(cast)).toEqual({ isStarted: false })
  expect(await latest(cast)).toMatchObject({ takenBackBy: 'ana' })
  await cast.ana.call(notifications.sendAll, { body: { ...words, sendAt: atOne } })

  await cast.startJobs()
  await expect
    .poll(async () => (await cast.ana.call(elections.current)).state, pollOptions)
    .toBe('live')

  expect(await latest(cast)).toMatchObject({ heldUntil: null, takenBackBy: 'ana' })
  expect(provider.tries).toEqual([])
})

test('drops waiting messages with a cleared rehearsal, and sends nothing at their time', async () => {
  const cast = await set()
  await cast.database.write((tx) =>
    tx.updateTable('elections').set({ state: 'rehearsal' }).execute(),
  )
  await register(cast.bogdan, 'bogdan')
  await cast.ana.call(notifications.sendAll, { body: { ...words, sendAt: atNoon } })
  await cast.ana.call(elections.clearRehearsal)
  await itIs(cast, noon)
  await cast.startJobs()

  await expect.poll(() => jobs(cast)).toEqual([])
  expect(provider.tries).toEqual([])
})

test('fills placeholders from the plan at send time', async () => {
  const cast = await setScheduled({ message: '{nume}, mergi la {secția}' })
  const { bogdan } = await idsOf(cast)
  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  await cast.ana.call(assignments.add, {
    body: { assignments: [{ observerId: bogdan, pollingStationId, ...shift }] },
  })
  await itIs(cast, noon)
  await cast.startJobs()

  await resultsOf(cast)
  const tries = provider.tries.map(({ token, body }) => [token, body['notification']])
  expect(Object.fromEntries(tries)).toMatchObject({
    bogdan: { body: expect.stringMatching(/^Bogdan Pop, mergi la .+ 1$/) },
    dana: { body: 'Dana Ionescu, mergi la –' },
  })
})

test('hides scheduled messages from other organisations and county desks, and refuses their changes', async () => {
  const cast = await setScheduled()
  const { params } = cast
  for (const person of [cast.calin, cast.sanda]) {
    const { data } = await person.call(notifications.list, { query: { waiting: true } })
    expect(data).toEqual([])
    const tries = await Promise.allSettled([
      person.call(notifications.takeBack, { params }),
      person.call(notifications.sendNow, { params }),
      person.call(notifications.reschedule, { params, body: { sendAt: atOne } }),
    ])
    for (const tried of tries)
      expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'thing.not-found' } })
  }
  await cast.calin.call(notifications.sendAll, { body: { ...words, sendAt: atOne } })
  const [own] = (await cast.calin.call(notifications.list, { query: { waiting: true } })).data
  const change = { params: { id: own!.id }, body: { sendAt: atNoon } }
  await cast.calin.call(notifications.reschedule, change)
  // The organiser sees all of them.
  await cast.ana.call(notifications.takeBack, { params: { id: own!.id } })
  expect((await latest(cast)).heldUntil).toEqual(noon)
})

test('lists scheduled messages with their time first on observer card and station page', async () => {
  const cast = await setScheduled()
  const { ana } = cast
  const { bogdan } = await idsOf(cast)
  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  await ana.call(assignments.add, {
    body: { assignments: [{ observerId: bogdan, pollingStationId, ...shift }] },
  })
  await ana.call(notifications.sendAll, { body: { ...words, title: 'Acum' } })
  const tries = [
    { title: words.title, sendAt: noon },
    { title: 'Acum', sendAt: null },
  ]

  const card = await ana.call(contacts.find, { params: { observerId: bogdan } })
  expect(card.messages).toMatchObject(tries)
  const page = await ana.call(stations.messages, { params: { pollingStationId }, query: {} })
  expect(page.data).toMatchObject(tries)
})
