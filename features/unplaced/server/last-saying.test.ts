import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, dej, send, summary } from '#features/answers/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import { infoOf } from '#features/visits/server/testing.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { acts, listed, newest, nowhere, place, wait } from './testing.ts'

const set = stage()
const elsewhere = { ...nowhere, pollingStationNumber: 8 } as const
const arrivedAt = '2026-11-22T05:30:00Z'
const leftAt = '2026-11-22T08:30:00Z'

const arrive = (person: Person, at: object, body: object = {}) =>
  person.call(visits.report, {
    body: { ...at, observerArrivalTime: arrivedAt, ...body } as never,
  })
const leave = (person: Person, at: object) =>
  person.call(visits.leave, { body: { ...at, observerLeaveTime: leftAt } as never })

/** Expects that the list shows the report as superseded, and since when. */
async function expectSuperseded({ ana }: Stage, saidAt: Date) {
  expect(await listed(ana, 'placed')).toEqual([])
  expect(await listed(ana, 'superseded')).toMatchObject([
    { placedAt: null, superseded: [{ what: 'answer', saidAt }], settledBy: 'ana' },
  ])
}

test('keeps the arrival and the later departure when the arrival is placed afterwards', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const facts = { urbanArea: true, chairmanPresence: true, numberOfVotersOnTheList: 1200 }
  await arrive(bogdan, nowhere, facts)
  wait(cast, 1)
  await leave(bogdan, aiud)

  expect(await place(ana, { station: aiud })).toEqual({ placed: 1, left: 0 })

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    ...facts,
    observerArrivalTime: new Date(arrivedAt),
    observerLeaveTime: new Date(leftAt),
  })
  expect(await listed(ana, 'placed')).toMatchObject([{ superseded: [] }])
})

test('adds a placed departure to an arrival sent later', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await leave(bogdan, nowhere)
  wait(cast, 1)
  await arrive(bogdan, aiud, { urbanArea: true })

  expect(await place(ana, { station: aiud })).toEqual({ placed: 1, left: 0 })

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    urbanArea: true,
    observerArrivalTime: new Date(arrivedAt),
    observerLeaveTime: new Date(leftAt),
  })
})

test('skips placed station info that was sent again since, and names it', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await arrive(bogdan, nowhere, { urbanArea: true, chairmanPresence: true })
  wait(cast, 1)
  const since = cast.clock.now
  await bogdan.call(visits.report, { body: { ...aiud, urbanArea: false } })
  wait(cast, 1)

  expect(await place(ana, { station: aiud })).toEqual({ placed: 1, left: 0 })

  expect(await infoOf(cast, 'AB1')).toMatchObject({
    urbanArea: false,
    chairmanPresence: true,
    observerArrivalTime: new Date(arrivedAt),
  })
  const superseded = [{ what: 'urbanArea', saidAt: since }]
  expect(await listed(ana, 'placed')).toMatchObject([{ superseded }])
  expect((await acts(cast))[0]).toMatchObject({
    act: 'unplaced.placed',
    after: { superseded: { urbanArea: since.toISOString() } },
  })
})

test('marks station info as superseded when all of it was sent again since', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await leave(bogdan, nowhere)
  wait(cast, 1)
  const saidAt = cast.clock.now
  await bogdan.call(visits.report, { body: { ...aiud, observerLeaveTime: '' } })

  expect(await place(ana, { station: aiud })).toEqual({ placed: 0, left: 0, superseded: 1 })

  expect(await infoOf(cast, 'AB1')).toMatchObject({ observerLeaveTime: null })
  expect(await listed(ana, 'superseded')).toMatchObject([
    { placedAt: null, superseded: [{ what: 'observerLeaveTime', saidAt }] },
  ])
})

test('keeps a repeated answer over an unplaced answer from in between', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  wait(cast, 1)
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  wait(cast, 1)
  const again = cast.clock.now
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  wait(cast, 1)

  expect(await place(ana, { station: aiud })).toEqual({ placed: 0, left: 0, superseded: 1 })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Da'])
  await expectSuperseded(cast, again)
  expect((await acts(cast)).map(({ act }) => act)).toEqual(['unplaced.superseded'])
})

test('keeps a narrowed choice over an earlier unplaced answer', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Afișe electorale'))
  wait(cast, 1)
  await send(bogdan, answerOf(cast, nowhere, 'A1.2', 'Afișe electorale', 'Altceva'))
  wait(cast, 1)
  const narrowed = cast.clock.now
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă'))

  await place(ana, { station: aiud })

  expect(await summary(cast, aiud)).toEqual(['A1.2: Coadă'])
  await expectSuperseded(cast, narrowed)
})

test.each([
  ['was answered in between', ['Da']],
  ['was never answered there', []],
])('keeps a withdrawn answer withdrawn when the question %s', async (_what, between) => {
  const cast = await set()
  const { ana, bogdan, database } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  for (const text of between) {
    wait(cast, 1)
    await send(bogdan, answerOf(cast, aiud, 'A1.1', text))
  }
  wait(cast, 1)
  const cleared = cast.clock.now
  await send(bogdan, answerOf(cast, aiud, 'A1.1'))

  await place(ana, { station: aiud })

  expect(await summary(cast, aiud)).toEqual([])
  await expectSuperseded(cast, cleared)
  expect(await miscounted(database)).toEqual([])
})

test('restores a report superseded at the wrong station and places it elsewhere', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  wait(cast, 1)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const id = await newest(ana)
  await place(ana, { station: aiud })
  const again = ana.call(unplaced.place, { params: { id }, body: { station: dej } })
  await expect(again).rejects.toMatchObject({ code: 'unplaced.settled' })

  await ana.call(unplaced.restore, { params: { id } })
  await place(ana, { station: dej })

  expect([await summary(cast, aiud), await summary(cast, dej)]).toEqual([
    ['A1.1: Da'],
    ['A1.1: Nu'],
  ])
  expect(await listed(ana, 'placed')).toMatchObject([{ id, superseded: [], supersededAt: null }])
})

test('placing several reports has the same result in any order', {
  tags: 'slow',
}, async () => {
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
  ]) {
    const cast = await set()
    const { ana, bogdan } = cast
    for (const [at, text] of [
      [nowhere, 'Nu'],
      [elsewhere, 'Da'],
      [nowhere, 'Da'],
    ] as const) {
      await send(bogdan, answerOf(cast, at, 'A1.1', text))
      if (text === 'Nu') wait(cast, 1)
    }
    await send(bogdan, answerOf(cast, { ...nowhere, pollingStationNumber: 9 }, 'A1.1', 'Nu'))
    const ids = (await listed(ana)).map(({ id }) => id).toReversed()
    expect(ids).toHaveLength(4)

    for (const nth of [...order, 3])
      await ana.call(unplaced.place, { params: { id: ids[nth]! }, body: { station: aiud } })

    expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  }
})
