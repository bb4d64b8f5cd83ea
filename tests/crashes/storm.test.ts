// @module-tag slow
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { answerOf, type StationAddress } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, listed, practise, prepare } from '#features/elections/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { deadlocksIn } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()

const rehearsal = 'Alegeri de probă'
/**
 * Stations that do not exist; items naming the one belong to Dej, those naming the other to the second in
 * Alba.
 */
const [lostInDej, lostInAlba] = [7, 8].map((pollingStationNumber) => ({
  countyCode: 'XX',
  pollingStationNumber,
})) as [StationAddress, StationAddress]
const [first, second] = [1, 2].map((pollingStationNumber) => ({
  countyCode: 'AB',
  pollingStationNumber,
})) as [StationAddress, StationAddress]
const dej = { countyCode: 'CJ', pollingStationNumber: 1 }

/** All results, by code; 200 for success. */
type Counts = Map<string, number>

const note = (counts: Counts, what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)

/** A result that must not occur: a server fault, or a report refused for its content. */
const isFault = (what: string) => /^(4(?!01)|50[0124]|server\.failed|\w*Error)/.test(what)

/** Runs something and counts its result. */
async function attempt(counts: Counts, doing: () => Promise<unknown>): Promise<void> {
  await doing().then(
    () => note(counts, '200'),
    (error: unknown) => note(counts, error instanceof Problem ? error.code : String(error)),
  )
}

/** A phone, and its last acknowledged answers by place. */
type Phone = { readonly token: string; readonly name: string; readonly last: Map<string, string> }

async function signIn({ stranger }: Stage, user: string, name: string): Promise<Phone> {
  const body = { user, password: '1234', uniqueId: user }
  const { access_token: token } = await stranger.call(session.authorize, { body })
  return { token, name, last: new Map() }
}

async function phonesOf(cast: Stage, many: number): Promise<Phone[]> {
  const names = Array.from({ length: many }, (_, place) => `Observator ${place}`)
  const phones: Phone[] = []
  for (const [place, name] of names.entries()) {
    const phone = `0755 000 0${String(place).padStart(2, '0')}`
    await cast.ana.call(observers.add, { body: { name, phone, pin: '1234' } })
    phones.push(await signIn(cast, phone, name))
  }
  return phones
}

/** Repeats a report until it is accepted or the phone has to sign in; returns whether it was accepted. */
async function say(cast: Stage, counts: Counts, phone: Phone, draft: ReturnType<typeof answerOf>) {
  for (;;) {
    const { statusCode } = await cast.stranger.send({
      method: 'POST',
      url: '/api/v1/answers',
      headers: { authorization: `Bearer ${phone.token}` },
      payload: { answers: [draft] },
    })
    note(counts, String(statusCode))
    if (statusCode !== 503) return statusCode === 200
  }
}

/**
 * A county that staff create and delete again; phones may name one that is missing or being deleted.
 */
const passing = (round: number) => ({ countyCode: `T${round % 6}`, pollingStationNumber: 1 })

/** The place and subject of a round's report; and where it ends up, if that is certain. */
const roundOf = (
  round: number,
): readonly (readonly [StationAddress, string, StationAddress?])[] => [
  [first, 'A1.1', first],
  [lostInDej, 'C1.1', dej],
  [dej, 'A1.1', dej],
  [passing(round), 'A1.1'],
  [second, 'C1.1', second],
  [lostInAlba, 'A1.1', second],
]

/** An observer reports from station to station, and names some that do not exist. */
async function report(cast: Stage, counts: Counts, phone: Phone, rounds: number): Promise<void> {
  const choices = Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? 'Nu' : 'Da'))
  const all = choices.flatMap((choice, round) =>
    roundOf(round).map(([at, code, place]) => ({ at, code, place, choice })),
  )
  for (const { at, code, place, choice } of all) {
    if (!(await say(cast, counts, phone, answerOf(cast, at, code, choice)))) return
    if (place) phone.last.set(`${place.countyCode}${place.pollingStationNumber} ${code}`, choice)
  }
}

/** Staff place unplaced items, or dismiss those without a place; returns how many. */
async function placeAll({ ana }: Stage, counts: Counts): Promise<number> {
  const { data } = await ana.call(unplaced.list, { query: { pageSize: 10 } })
  for (const { id, sent } of data) {
    const named = sent as StationAddress
    const station = named.pollingStationNumber === lostInDej.pollingStationNumber ? dej : second
    const params = { id }
    await attempt(counts, () =>
      named.countyCode === lostInDej.countyCode
        ? ana.call(unplaced.place, { params, body: { station, alike: id % 2 === 0 } })
        : ana.call(unplaced.dismiss, { params }),
    )
  }
  return data.length
}

/** Staff repeat something, for as long as phones report. */
async function meanwhile(phones: Promise<unknown>, act: () => Promise<unknown>): Promise<void> {
  let isOver = false
  const over = phones.finally(() => (isOver = true))
  while (!isOver) await act()
  await over
}

/** Staff create, change and delete counties while phones report from them. */
async function changePlaces({ ana }: Stage, counts: Counts): Promise<void> {
  const all = await ana.call(places.counties)
  for (const { id, code, name } of all)
    for (const numberOfPollingStations of [9, 3, 2])
      await attempt(counts, () =>
        ana.call(places.editCounty, {
          params: { id },
          body: { name, code, numberOfPollingStations },
        }),
      )
  for (const { id, code } of all)
    if (code.startsWith('T'))
      await attempt(counts, () => ana.call(places.removeCounty, { body: { id } }))
  const made = passing(all.length + counts.size).countyCode
  const body = { name: made, code: made, numberOfPollingStations: 2, diaspora: false }
  await attempt(counts, () => ana.call(places.addCounty, { body }))
}

/** Another election is prepared and deleted. */
async function prepareAnother(cast: Stage, counts: Counts): Promise<void> {
  const copyFrom = await currentId(cast)
  await attempt(counts, async () => {
    const params = { id: await prepare(cast, { copyFrom }) }
    await cast.ana.call(elections.archive, { params })
    await cast.ana.call(elections.reopen, { params })
    await cast.ana.call(elections.remove, { params })
  })
}

const answered = async ({ database: { primary } }: Stage, electionId: number) =>
  primary
    .selectFrom('answers as n')
    .innerJoin('visits as v', (on) =>
      on.onRef('v.electionId', '=', 'n.electionId').onRef('v.id', '=', 'n.visitId'),
    )
    .innerJoin('observers as o', (on) =>
      on.onRef('o.electionId', '=', 'v.electionId').onRef('o.id', '=', 'v.observerId'),
    )
    .innerJoin('pollingStations as s', (on) =>
      on.onRef('s.electionId', '=', 'v.electionId').onRef('s.id', '=', 'v.pollingStationId'),
    )
    .innerJoin('areas as a', (on) =>
      on.onRef('a.electionId', '=', 's.electionId').onRef('a.id', '=', 's.areaId'),
    )
    .select(['o.name', 'a.code', 's.number', 'n.questionId', 'n.optionId'])
    .where('n.electionId', '=', electionId as Id<'elections'>)
    // Reports from deleted counties go to stations that phones do not know.
    .where('a.code', 'in', ['AB', 'CJ'])
    .execute()

/** The current answers, as recorded by phones: by observer, station and question. */
async function standing(cast: Stage, electionId: number) {
  const { field } = cast
  const words = new Map<string, string>()
  for (const code of ['A1.1', 'C1.1'])
    for (const text of ['Da', 'Nu'])
      words.set(`${field.questionId(code)}/${field.optionId(code, text)}`, `${code}=${text}`)
  return (await answered(cast, electionId))
    .map(
      ({ name, code, number, questionId, optionId }) =>
        `${name}: ${code}${number} ${words.get(`${questionId}/${optionId}`)}`,
    )
    .sort()
}

const remembered = (phones: readonly Phone[]) =>
  phones
    .flatMap(({ name, last }) => [...last].map(([what, choice]) => `${name}: ${what}=${choice}`))
    .sort()

test('starts a rehearsal for real in a storm without deadlocks, faults or lost acknowledged reports', async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  const phones = await phonesOf(cast, 8)
  await practise(cast)
  const id = await currentId(cast)
  const before = await deadlocksIn(database)
  const counts: Counts = new Map()
  await cast.startJobs()

  const all = (rounds: number) =>
    Promise.all(phones.map((phone) => report(cast, counts, phone, rounds)))
  const practising = all(4)
  await Promise.all([
    meanwhile(practising, () => placeAll(cast, counts)),
    meanwhile(practising, () => changePlaces(cast, counts)),
    meanwhile(practising, () => prepareAnother(cast, counts)),
    attempt(counts, () => ana.call(elections.start, { params: { id } })),
  ])
  const state = async () => (await ana.call(elections.current)).state
  await expect.poll(state, pollOptions).toBe('live')
  for (const { last } of phones) last.clear()

  const reporting = all(3)
  await Promise.all([
    meanwhile(reporting, () => placeAll(cast, counts)),
    meanwhile(reporting, () => changePlaces(cast, counts)),
    meanwhile(reporting, () => prepareAnother(cast, counts)),
  ])
  while ((await placeAll(cast, counts)) > 0);

  expect([...counts.keys()].filter(isFault)).toEqual([])
  expect(counts.get('401')).toBeUndefined()
  expect(await deadlocksIn(database)).toBe(before)
  expect(await standing(cast, id)).toEqual(remembered(phones))
  expect(await miscounted(database)).toEqual([])
})

test('clears a rehearsal in a storm without failures, and asks phones to sign in', async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  const phones = await phonesOf(cast, 8)
  await practise(cast)
  const before = await deadlocksIn(database)
  const counts: Counts = new Map()
  await cast.startJobs()

  // More rounds than needed: phones continue until the server ends their rehearsal.
  const reporting = Promise.all(phones.map((phone) => report(cast, counts, phone, 5_000)))
  await Promise.all([
    meanwhile(reporting, () => attempt(counts, () => placeAll(cast, counts))),
    meanwhile(reporting, () => attempt(counts, () => changePlaces(cast, counts))),
    expect
      .poll(() => counts.get('200') ?? 0, pollOptions)
      .toBeGreaterThan(200)
      .then(() => attempt(counts, () => ana.call(elections.clearRehearsal))),
  ])
  const emptying = async () => (await listed(cast)).get(rehearsal)?.emptying
  await expect.poll(emptying, pollOptions).toBe(null)

  expect([...counts.keys()].filter(isFault)).toEqual([])
  expect(counts.get('401')).toBe(phones.length)
  expect(await deadlocksIn(database)).toBe(before)
  expect((await listed(cast)).get(rehearsal)).toMatchObject({ visits: 0, observers: 0 })
  expect(await miscounted(database)).toEqual([])
})
