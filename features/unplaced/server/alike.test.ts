import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import {
  aiud,
  answerOf,
  dej,
  everything,
  list,
  send,
  summary,
} from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import { deadlocksIn, holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { acts, listed, newest, nowhere, place, wait } from './testing.ts'

const set = stage()

test('places all reports that name the same unknown station together, from any observer', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  await bogdan.call(visits.report, { body: { ...nowhere, urbanArea: true } })
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } })
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, { ...nowhere, pollingStationNumber: 8 }, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, { ...nowhere, countyCode: 'YY' }, 'A1.1', 'Nu'))
  wait(cast, 1)
  await send(bogdan, answerOf(cast, nowhere, 'C1.1', 'Nu'))
  expect((await listed(ana)).map(({ alike }) => alike)).toEqual([5, 1, 1, 5, 5, 5, 5])

  expect(await place(ana, { station: aiud, alike: true })).toEqual({ placed: 5, left: 0 })

  const { threads } = await list(ana)
  const order = threads.sort((one, other) => one.answered - other.answered)
  expect(order).toMatchObject([
    { observerName: 'Dana Ionescu', answered: 1, flagged: 1, notes: 0 },
    { observerName: 'Bogdan Pop', answered: 2, flagged: 2, notes: 1 },
  ])
  expect(await listed(ana)).toHaveLength(2)
  expect((await acts(cast)).map(({ act }) => act)).toEqual(Array(5).fill('unplaced.placed'))
})

test('keeps the last of several submissions of one observer', async () => {
  const cast = await set()
  for (const text of ['Nu, la=opt', 'Nu, la=nouă', 'Da']) {
    await send(cast.bogdan, answerOf(cast, nowhere, 'A2.2', text))
    wait(cast, 1)
  }

  await place(cast.ana, { station: aiud, alike: true })

  expect(await summary(cast, aiud)).toEqual(['A2.2: Da'])
  expect(await listed(cast.ana)).toEqual([])
})

test('leaves reports that do not fit open, and places the rest', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  await send(dana, { ...nowhere, questionId: 99_999, options: [{ optionId: 99_999 }] })
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))

  expect(await place(ana, { station: aiud, alike: true })).toEqual({ placed: 1, left: 1 })

  expect(await listed(ana)).toMatchObject([{ observerName: 'Dana Ionescu', alike: 1 }])
  expect((await everything(cast)).visits).toHaveLength(1)
})

test('refuses to place an unknown option as a group', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const draft = { ...aiud, questionId: cast.field.questionId('A1.1') }
  await send(bogdan, { ...draft, options: [{ optionId: 99_999 }] })

  await expect(place(ana, { station: aiud, alike: true })).rejects.toMatchObject({
    code: 'unplaced.has-no-place',
  })
})

test('places reports that name no station separately', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  const county = { countyCode: 'AB', municipalityCode: 'AB1' }
  const none = [{ pollingStationNumber: 0 }, { pollingStationNumber: -1 }, {}]
  for (const [nth, number] of none.entries())
    for (const person of [bogdan, dana]) {
      await person.call(notes.write, {
        body: { ...county, ...number, text: `Coadă ${nth}` } as never,
      })
      wait(cast, 1)
    }
  expect((await listed(ana)).map(({ alike }) => alike)).toEqual([1, 1, 1, 1, 1, 1])

  for (const left of [5, 4, 3, 2, 1, 0]) {
    expect(await place(ana, { station: aiud, alike: true })).toEqual({ placed: 1, left: 0 })
    expect(await listed(ana)).toHaveLength(left)
  }
})

test('stores reports from phones at the station while its reports are placed', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  const codes = ['A1.1', 'C1.1'] as const
  for (const one of [bogdan, dana])
    for (const code of codes) await send(one, answerOf(cast, nowhere, code, 'Nu'))
  wait(cast, 1)

  const [done] = await Promise.all([
    place(ana, { station: aiud, alike: true }),
    ...[bogdan, dana].flatMap((one) =>
      [...codes].reverse().map((code) => send(one, answerOf(cast, aiud, code, 'Da'))),
    ),
  ])

  // In either order, later submissions of the phones win.
  expect({ ...done, placed: done.placed + (done.superseded ?? 0) }).toMatchObject({
    placed: 4,
    left: 0,
  })
  const { visits: rows, counts } = await everything(cast)
  expect(rows).toMatchObject([
    { answered: 2, flagged: 0 },
    { answered: 2, flagged: 0 },
  ])
  expect(counts.map(({ answered, flagged }) => [answered, flagged])).toEqual(Array(4).fill([1, 0]))
})

test('avoids a deadlock between a reporting phone and the placing of its reports', async () => {
  const cast = await set()
  const { ana, bogdan, emil, database } = cast
  await ana.call(observers.edit, {
    body: { observerId: await observerIdOf(cast, 'Emil Test'), isTest: false },
  })
  await send(bogdan, answerOf(cast, { ...dej, pollingStationNumber: 2 }, 'A1.1', 'Nu'))
  // One report of each form: counted in separate rows of the same list.
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await send(bogdan, answerOf(cast, nowhere, 'C1.1', 'Nu'))
  const id = await newest(ana)
  const before = await deadlocksIn(database)
  const letGo = await holdLocks(database, (tx) =>
    sql`select hold_observers(array(select id from observers))`.execute(tx),
  )

  const body = { station: dej, alike: true }
  const calls: Promise<unknown>[] = [ana.call(unplaced.place, { params: { id }, body })]
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
  calls.push(send(emil, answerOf(cast, dej, 'C1.1', 'Nu')))
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(2)
  await letGo()
  await Promise.all(calls)

  expect(await deadlocksIn(database)).toBe(before)
  expect(await miscounted(database)).toEqual([])
})
