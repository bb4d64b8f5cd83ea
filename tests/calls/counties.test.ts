import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { rightsOf } from '#kit/contract/roles.ts'
import { addressOf } from '#kit/contract/wire.ts'
import {
  type ForeignCalls,
  foreignReads,
  foreignWrites,
  open,
  ownActs,
} from '#testing/calls/attacks.ts'
import { allEndpoints, contents, contentsWith } from '#testing/calls/endpoints.ts'
import { ask } from '#testing/calls/replies.ts'
import { albaOf, setTwoCounties, workInAlba } from '#testing/evening/two-counties.ts'
import { ours, type Theirs, theirMark } from '#testing/evening/two-organisations.ts'
import { openScreen, type Screen } from '#testing/programs/installation.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()
const endpoints = new Map(await allEndpoints())
const mark = new RegExp(theirMark)

/** Sanda's endpoints: all that return data of counties. */
const sandas: ReadonlySet<string> = new Set([
  'anyone',
  'signed-in',
  'staff',
  ...rightsOf('organiser', { isLimited: true }),
])

const isSandas = ([name]: readonly [string, unknown]) =>
  sandas.has((endpoints.get(name) as Endpoint).access)

async function callAll(person: Person, some: ForeignCalls, theirs: Theirs) {
  const replies = []
  for (const [name, aimsOf] of Object.entries(some).filter(isSandas))
    for (const aimed of aimsOf(theirs))
      replies.push({ name, aimed, ...(await ask(endpoints.get(name)!, person, aimed)) })
  return replies
}

/** Calls that name Alba, or no county at all. */
async function openCalls(cast: Stage): Promise<ForeignCalls> {
  const id = await albaOf(cast)
  const alba = () => [{ params: { id } }]
  return { ...open, 'places.county': alba, 'places.path': alba, 'places.stations': alba }
}

test('hides other counties from callers limited to one county, in every call', {
  tags: 'slow',
  timeout: 180_000,
}, async () => {
  const cast = await set()
  const theirs = await setTwoCounties(cast)
  const aims = await openCalls(cast)
  const reads = (person: Person) => callAll(person, foreignReads, theirs)
  const calls = [
    ...(await callAll(cast.sanda, aims, theirs)),
    ...(await callAll(cast.gelu, aims, theirs)),
  ]
  await cast.figures()
  const before = { sanda: await reads(cast.sanda), gelu: await reads(cast.gelu) }
  const everything = await cast.ana.call(answers.list, { query: {} })
  for (const replies of [before.sanda, before.gelu, calls]) {
    expect(replies.length).toBeGreaterThan(50)
    expect(replies.filter(({ status, content }) => status >= 500 || mark.test(content))).toEqual([])
  }

  await workInAlba(cast)
  await cast.figures()

  expect(await reads(cast.sanda)).toEqual(before.sanda)
  expect(await reads(cast.gelu)).toEqual(before.gelu)
  // Her own county is visible, and the other one was visible to callers without limits.
  expect(JSON.stringify(before.sanda)).toContain(ours)
  expect(await cast.ana.call(answers.list, { query: {} })).not.toEqual(everything)
  expect(JSON.stringify(everything)).toMatch(mark)
})

test('treats rows of other counties as not found when they are to be changed', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const theirs = await setTwoCounties(cast)
  const before = await contents(cast)

  const replies = await callAll(cast.sanda, foreignWrites, theirs)

  expect(replies.length).toBeGreaterThan(8)
  expect(replies.filter(({ status }) => status !== 404)).toEqual([])
  expect(await contents(cast)).toEqual(before)
})

test('leaves other counties unchanged when staff act for their own', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const theirs = await setTwoCounties(cast)
  const before = await contentsWith(cast, theirMark)

  const acts = Object.fromEntries(
    Object.entries(ownActs).filter(([name]) => !/^(session|accounts)\./.test(name)),
  )
  const replies = await callAll(cast.sanda, acts, theirs)

  expect(replies.map(({ name, status }) => [name, status])).toEqual(
    replies.map(({ name }) => [name, 200]),
  )
  expect(await contentsWith(cast, theirMark)).toEqual(before)
  const [sent] = (await cast.sanda.call(notifications.list, { query: {} })).data
  expect(sent?.sentObserverIds).toEqual([theirs.ownObserverId])
})

test('places an unmatched report only in the caller’s own county', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const draft = { ...answerOf(cast, dej, 'A1.1', 'Da'), pollingStationNumber: 99 }
  await send(cast.bogdan, draft)
  const [row] = (await cast.sanda.call(unplaced.list, { query: {} })).data
  const place = (station: object) =>
    cast.sanda.call(unplaced.place, { params: { id: row!.id }, body: { station } as never })

  await expect(
    place({ countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }),
  ).rejects.toMatchObject({ code: 'unplaced.has-no-place' })
  expect(await place(dej)).toMatchObject({ placed: 1, left: 0 })
})

test('hides an unmatched report once it is placed in another county', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await send(cast.bogdan, { ...answerOf(cast, dej, 'A1.1', 'Da'), pollingStationNumber: 99 })
  const { id } = (await cast.sanda.call(unplaced.list, { query: {} })).data[0]!
  const placed = async (person: Person) =>
    (await person.call(unplaced.list, { query: { state: 'placed' } })).data.map((one) => one.id)

  await cast.ana.call(unplaced.place, { params: { id }, body: { station: aiud } })

  expect(await placed(cast.ana)).toContain(id)
  expect(await placed(cast.sanda)).toEqual([])
})

test('counts only stations of the own county in a polling station file', async () => {
  const cast = await set()
  const url = addressOf(places.exportStations, { query: { language: 'en' } })

  const { rawPayload } = await cast.sanda.send({ url })

  const sheets = await readExcel(rawPayload)
  expect(sheets.at(-1)?.data).toContainEqual(['Rows', 2])
})

test('shows observers and visits with what came from the own county alone', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { observerId, pollingStationId } = await setTwoCounties(cast)
  const query = { observerId: observerId as never, pollingStationId: pollingStationId as never }
  const inAlba = { query: { countyCodes: ['AB'] } }
  const whole = (await cast.ana.call(observers.list, { query: { name: 'Bogdan' } })).data[0]!

  const [own, ...others] = (await cast.gelu.call(observers.list, { query: {} })).data

  expect(others).toEqual([])
  expect(own).toMatchObject({ name: 'Bogdan Pop', numberOfPollingStations: 1, numberOfNotes: 1 })
  expect(whole).toMatchObject({ numberOfPollingStations: 2, numberOfNotes: 2 })
  expect(await cast.ana.call(visits.info, { query })).not.toBeNull()
  expect(await cast.sanda.call(visits.info, { query })).toBeNull()
  // Those last seen in another county are not active here.
  expect((await cast.ana.call(observers.active, inAlba)).map(({ name }) => name)).toContain(
    'Bogdan Pop',
  )
  expect(await cast.sanda.call(observers.active, inAlba)).toEqual([])
})

test('shows no data for counties that the election does not have', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const theirs = await setTwoCounties(cast)
  await limit(cast, 'gelu', ['XX'])

  const replies = await callAll(cast.gelu, { ...foreignReads, ...open }, theirs)

  expect(replies.filter(({ content }) => mark.test(content) || content.includes(ours))).toEqual([])
  expect(await cast.gelu.call(places.counties)).toEqual([])
})

test('announces events of other counties to no screen limited to one', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await setTwoCounties(cast)
  const url = await cast.listen()
  const screens = await Promise.all(
    [cast.ana, cast.sanda].map(async (person) => openScreen(url, (await person.token())!)),
  )
  const [ana, sanda] = screens as [Screen, Screen]

  await workInAlba(cast)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))

  await expect.poll(() => sanda.heard).toContain('answers.received')
  // Events elsewhere came first: her screen got only the event that lists may have changed.
  const named = ['answers.received', 'notes.received', 'visits.reported', 'tasks.changed']
  expect(sanda.heard.filter((event) => named.includes(event))).toEqual(['answers.received'])
  await expect.poll(() => ana.heard).toEqual(expect.arrayContaining(named))
  for (const screen of screens) screen.close()
})

const limit = ({ database }: Stage, account: string, countyCodes: string[]) =>
  database.write((tx) =>
    tx.updateTable('staff').set({ countyCodes }).where('account', '=', account).execute(),
  )
