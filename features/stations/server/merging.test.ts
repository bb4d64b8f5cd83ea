import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, dej, list, send, summary } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { history } from '#features/history/contract.ts'
import { map } from '#features/map/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { places } from '#features/places/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { stations } from '../contract.ts'
import {
  merge,
  part,
  questionOf,
  readVisits,
  stationOf,
  twin,
  twinOf,
  type Which,
} from './testing.ts'

const set = stage()

const read = ({ ana }: Stage, id: Id<'pollingStations'>) =>
  ana.call(places.station, { params: { id } })

const refusal = (code: string) => ({ code })
const expectCounted = async ({ database }: Stage) => expect(await miscounted(database)).toEqual([])

/** Flagged answers by station in the statistics, such as `Alba Aiud 1: 2`. */
async function flaggedAt({ ana }: Stage, person = ana): Promise<string[]> {
  const { data } = await person.call(statistics.list, {
    params: { method: 'pollingStationIrregularities' },
    query: {},
  })
  return data.map(({ label, value }) => `${label}: ${value}`)
}

test('shows reports on a merged station under the remaining one, with the station named', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Da'))

  await merge(cast)

  const { visits } = await readVisits(cast)
  expect(visits.map(({ observerName, named }) => [observerName, named])).toEqual([
    ['Bogdan Pop', null],
    ['Dana Ionescu', 'Alba Aiud 2'],
  ])
  expect(await questionOf(cast, 'A1.1')).toMatchObject({ state: 'open', answers: { length: 2 } })
  const { data } = await list(cast.ana)
  expect(data.map(({ pollingStationName }) => pollingStationName)).toEqual(
    Array(2).fill('Alba Aiud 1'),
  )
  // The old number still finds its reports, and no others.
  expect((await list(cast.ana, { pollingStationNumber: 1 })).data).toHaveLength(2)
  expect((await list(cast.ana, { pollingStationNumber: 2 })).data).toMatchObject([
    { observerName: 'Dana Ionescu' },
  ])
  const page = { params: { pollingStationId: twinOf(cast) } }
  expect((await cast.ana.call(stations.visits, page)).visits).toHaveLength(2)
})

test('accepts reports on the merged station, and moves them back after a split', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Nu'))
  await merge(cast)

  await send(
    cast.bogdan,
    answerOf(cast, twin, 'A1.1', 'Da'),
    answerOf(cast, twin, 'A2.1', 'Cabine'),
  )
  await cast.bogdan.call(notes.write, { body: { ...twin, text: 'Aglomerat.' } })
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect((await readVisits(cast)).visits).toMatchObject([
    { observerName: 'Bogdan Pop', answered: 2, notes: 1 },
    { observerName: 'Dana Ionescu' },
  ])
  await part(cast)
  await send(cast.bogdan, answerOf(cast, twin, 'A1.2', 'Coadă'))
  expect((await readVisits(cast)).visits).toMatchObject([{ observerName: 'Dana Ionescu' }])
  const page = { params: { pollingStationId: twinOf(cast) } }
  expect((await cast.ana.call(stations.visits, page)).visits).toMatchObject([
    { observerName: 'Bogdan Pop', answered: 3, notes: 1, named: null },
  ])
  expect(await summary(cast, twin)).toEqual(['A1.1: Da', 'A1.2: Coadă', 'A2.1: Cabine'])
  await expectCounted(cast)
})

test('counts both as one station until they are split', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Nu'), answerOf(cast, dej, 'A1.1', 'Nu'))
  const apart = await flaggedAt(cast)

  await merge(cast)

  expect(await flaggedAt(cast)).toEqual(['Alba Aiud 1: 2', 'Cluj Dej 1: 1'])
  await expectCounted(cast)
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Da'))
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Nu'))
  expect(await flaggedAt(cast)).toEqual(['Alba Aiud 1: 2', 'Cluj Dej 1: 1'])
  // An organisation's own figures are added up on request.
  expect(await flaggedAt(cast, cast.calin)).toEqual(['Cluj Dej 1: 1'])
  await expectCounted(cast)
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Nu'))
  await send(cast.bogdan, { ...answerOf(cast, twin, 'A1.1'), options: [] })
  await part(cast)
  expect(await flaggedAt(cast)).toEqual(apart)
  await expectCounted(cast)
})

test('map shows one station in place of two', async () => {
  const cast = await set()
  await cast.startJobs()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Nu'))
  const alba = async () =>
    (await cast.ana.call(map.areas, { query: {} })).areas.find(({ code }) => code === 'AB')
  const before = await alba()

  await merge(cast)

  await expect.poll(alba).toEqual({
    ...before,
    stations: (before?.stations ?? 0) - 1,
    visited: 1,
  })
})

test('keeps both reports of an observer and compares their later answers', async () => {
  const cast = await set()
  const { ana, bogdan, clock, dana } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  clock.now = new Date(clock.now.getTime() + 60_000)
  await send(bogdan, answerOf(cast, twin, 'A1.1', 'Da'))
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  const params = { pollingStationId: twinOf(cast), into: stationOf(cast) }
  const none = { incidents: 0, comments: 0 }

  expect(await ana.call(stations.beforeMerging, { params })).toEqual({
    station: { visits: 1, answers: 1, notes: 0, unplaced: 0, assignments: 0, ...none },
    into: { visits: 2, answers: 2, notes: 0, unplaced: 0, assignments: 0, ...none },
    both: [{ observerId: await observerIdOf(cast, 'Bogdan Pop'), observerName: 'Bogdan Pop' }],
  })
  await merge(cast)

  const { state, answers } = await questionOf(cast, 'A1.1')
  expect(state).toBe('alike')
  expect(answers.map(({ options, isLast }) => [options[0]?.text, isLast])).toEqual([
    ['Nu', false],
    ['Da', true],
    ['Da', true],
  ])
  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect(await summary(cast, twin)).toEqual(['A1.1: Da'])
})

test('reopens a settled difference when the other station’s answers join', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(cast.bogdan, answerOf(cast, twin, 'A1.2', 'Coadă'))
  const { id: questionId, seen } = await questionOf(cast, 'A1.1')
  const params = { pollingStationId: stationOf(cast) }
  const body = { questionId, observerId: null, reason: 'Nu se poate ști', seen }
  await cast.ana.call(stations.settle, { params, body })

  await merge(cast)
  expect(await questionOf(cast, 'A1.1')).toMatchObject({ state: 'settled' })
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Nu'), answerOf(cast, twin, 'A1.2', 'Coadă'))
  expect(await questionOf(cast, 'A1.1')).toMatchObject({ state: 'alike' })
  await part(cast)

  expect(await questionOf(cast, 'A1.1')).toMatchObject({ state: 'settled' })
})

const shift = { from: '2026-11-22 06:00', until: '2026-11-22 22:00' }

test('meets an expectation of either station by a report from the other while merged', async () => {
  const cast = await set()
  await cast.startJobs()
  const observerId = (await observerIdOf(cast, 'Bogdan Pop')) as Id<'observers'>
  const each = [stationOf(cast), twinOf(cast)].map((pollingStationId) => ({
    ...{ observerId, pollingStationId },
    ...shift,
  }))
  await cast.ana.call(assignments.add, { body: { assignments: each } })
  const due = { name: 'Sosire', kind: 'arrival', dueAt: '2026-11-22 12:00' } as const
  await cast.ana.call(milestones.add, { body: due })
  const announced = async () => {
    const { data } = await cast.ana.call(milestones.expected, { query: {} })
    return data.map(
      ({ pollingStationNumber, milestones: of }) => `${pollingStationNumber}: ${of[0]?.state}`,
    )
  }
  const planned = () => cast.ana.call(assignments.list, { query: {} })
  expect((await planned()).data.map(({ conflict }) => conflict)).toEqual(
    Array(2).fill('two-places'),
  )
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Da'))
  await expect.poll(announced, pollOptions).toEqual(['1: not-yet', '2: done'])

  await merge(cast)

  await expect.poll(announced, pollOptions).toEqual(['1: done', '1: done'])
  expect((await planned()).data.map(({ conflict }) => conflict)).toEqual([null, null])
  await expectCounted(cast)
  await part(cast)
  await expect.poll(announced, pollOptions).toEqual(['1: not-yet', '2: done'])
  await merge(cast)
  await expect.poll(announced, pollOptions).toEqual(['1: done', '1: done'])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await part(cast)
  await expect.poll(announced, pollOptions).toEqual(['1: done', '2: done'])
  await expectCounted(cast)
})

test('counts both as one station, covered by an observer assigned to either', async () => {
  const cast = await set()
  const observerId = (await observerIdOf(cast, 'Bogdan Pop')) as Id<'observers'>
  const body = { assignments: [{ observerId, pollingStationId: twinOf(cast), ...shift }] }
  await cast.ana.call(assignments.add, { body })
  const alba = async () =>
    (await cast.ana.call(assignments.areas, { query: {} })).areas.find(
      ({ name }) => name === 'Alba',
    )
  const before = await alba()

  await merge(cast)

  expect(await alba()).toEqual({ ...before, stations: (before?.stations ?? 0) - 1 })
  const query = { pollingStationId: stationOf(cast) }
  expect((await cast.ana.call(assignments.list, { query })).data).toMatchObject([
    { pollingStationNumber: 1, observerName: 'Bogdan Pop' },
  ])
})

test('refuses one of two opposite merges at once', async () => {
  const cast = await set()
  const [id, into] = [stationOf(cast), twinOf(cast)]

  const both = await Promise.allSettled([merge(cast), merge(cast, { id, into })])

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject({ code: 'station.merged' })
  const known = [await read(cast, id), await read(cast, into)]
  expect(known.filter(({ mergedInto }) => mergedInto)).toHaveLength(1)
  expect(known.filter(({ merged }) => merged.length > 0)).toHaveLength(1)
})

test('merging or splitting twice changes nothing and adds no second line to history', async () => {
  const cast = await set()
  await merge(cast)
  await merge(cast)
  await part(cast)
  await part(cast)

  const query = { pollingStationId: twinOf(cast) }
  const { data } = await cast.ana.call(history.list, { query })
  const mergedInto = { id: stationOf(cast), name: 'Alba Aiud 1' }
  expect(data).toMatchObject([
    { act: 'places.station-parted', before: { mergedInto } },
    { act: 'places.station-merged', after: { mergedInto } },
  ])
})

test('shows acts on either station in the remaining one’s history', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, twin, 'A1.1', 'Nu'))
  await merge(cast)

  const query = { pollingStationId: stationOf(cast) }
  const { data } = await cast.ana.call(history.list, { query })

  expect(data.map(({ act }) => act)).toEqual(['places.station-merged', 'answers.received'])
})

test('stations are merged one level deep, and only within their county', async () => {
  const cast = await set()
  const third = stationOf(cast, 'AB1', 3)
  await merge(cast)

  const tries: [Which, string][] = [
    [{ into: third }, 'station.merged'],
    [{ id: third, into: twinOf(cast) }, 'station.merged'],
    [{ id: stationOf(cast), into: third }, 'station.stands-for-others'],
    [{ id: third, into: stationOf(cast, 'CJ1', 1) }, 'station.other-county'],
    [{ id: third, into: third }, 'thing.not-found'],
    [{ id: third, into: 99_999 as Id<'pollingStations'> }, 'thing.not-found'],
  ]
  for (const [which, code] of tries)
    await expect(merge(cast, which)).rejects.toMatchObject(refusal(code))
  await merge(cast, { id: third, into: stationOf(cast) })
  expect((await read(cast, stationOf(cast))).merged.map(({ name }) => name)).toEqual([
    'Alba Aiud 2',
    'Alba Aiud 3',
  ])
})

test('refuses to merge stations that have been corrected since they were read', async () => {
  const cast = await set()
  const params = { id: twinOf(cast) }
  await cast.ana.call(places.editStation, { params, body: { number: 12, revision: 1 } })

  for (const which of [{ revision: 1 }, { id: stationOf(cast), into: params.id, intoRevision: 1 }])
    await expect(merge(cast, which)).rejects.toMatchObject({
      code: 'thing.changed-meanwhile',
      details: { fields: ['number'] },
    })
  await merge(cast, { revision: 2, intoRevision: 1 })
})

test('refuses changes to a merged station, and deletion or moves of the remaining one', async () => {
  const cast = await set()
  const { ana } = cast
  const closed = { params: { id: stationOf(cast) } }
  await merge(cast)
  const params = { id: twinOf(cast) }

  const merged = { code: 'station.merged', details: { into: stationOf(cast) } }
  await expect(ana.call(places.editStation, { params, body: { number: 9 } })).rejects.toMatchObject(
    merged,
  )
  for (const endpoint of [places.closeStation, places.removeStation])
    await expect(ana.call(endpoint, { params })).rejects.toMatchObject(merged)
  const refused = refusal('station.stands-for-others')
  await expect(ana.call(places.removeStation, closed)).rejects.toMatchObject(refused)
  const { areaId } = await read(cast, stationOf(cast, 'CJ1', 1))
  await expect(ana.call(places.editStation, { ...closed, body: { areaId } })).rejects.toMatchObject(
    refused,
  )

  // Closing it and correcting it in place is allowed.
  await ana.call(places.closeStation, closed)
  await ana.call(places.editStation, { ...closed, body: { name: 'Liceul' } })
  await part(cast)
  await ana.call(places.removeStation, { params })
})

test('loses and miscounts no report during merges and splits', async () => {
  const cast = await set()
  const { bogdan, dana } = cast
  const report = async () => {
    for (let round = 0; round < 12; round++) {
      const option = round % 2 === 0 ? 'Nu' : 'Da'
      await Promise.all([
        send(bogdan, answerOf(cast, twin, 'A1.1', option)),
        send(dana, answerOf(cast, aiud, 'A1.1', option), answerOf(cast, twin, 'A1.1', option)),
      ])
    }
  }
  const act = async () => {
    for (let round = 0; round < 6; round++) {
      await merge(cast)
      await part(cast)
    }
    await merge(cast)
  }

  await Promise.all([report(), act()])

  await expectCounted(cast)
  expect(await summary(cast, twin)).toEqual(['A1.1: Da'])
  expect((await readVisits(cast)).visits).toHaveLength(3)
})

test('resolves a shared county and number to the remaining station while merged', async () => {
  const cast = await set()
  const other = stationOf(cast, 'AB2', 1)
  const shared = { countyCode: 'AB', pollingStationNumber: 1 }
  await send(cast.bogdan, answerOf(cast, shared, 'A1.1', 'Nu'))
  expect((await list(cast.ana)).data).toEqual([])

  await merge(cast, { id: other })
  await send(cast.dana, answerOf(cast, shared, 'A1.1', 'Nu'))

  expect((await list(cast.ana)).data).toMatchObject([{ pollingStationId: stationOf(cast) }])
  await part(cast, other)
  await send(cast.dana, answerOf(cast, shared, 'A1.2', 'Coadă'))
  expect((await readVisits(cast)).visits).toMatchObject([{ answered: 1 }])
})

test('merging needs the right to set up the election', async () => {
  const cast = await set()
  const sent = { params: { id: twinOf(cast) }, body: { into: stationOf(cast) } }

  for (const person of [cast.calin, cast.rodica, cast.sanda, cast.bogdan]) {
    const refused = { code: 'session.forbidden' }
    await expect(person.call(places.mergeStation, sent)).rejects.toMatchObject(refused)
    await expect(person.call(places.partStation, { params: sent.params })).rejects.toMatchObject(
      refused,
    )
  }
})
