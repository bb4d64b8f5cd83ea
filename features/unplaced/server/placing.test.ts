import { expect, test } from 'vitest'
import {
  aiud,
  answerOf,
  dej,
  everything,
  filledIn,
  list,
  send,
  summary,
} from '#features/answers/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { acts, listed, newest, nowhere, place, wait } from './testing.ts'

const set = stage()

const aiudId = ({ field }: Stage) => field.stationId('AB1', 1) as Id<'pollingStations'>
const optionId = ({ field }: Stage, code: string, text: string) =>
  field.optionId(code, text) as Id<'options'>

test('shows a placed answer at its station, counts it and removes it from the list', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  wait(cast, 60)

  const done = await place(ana, { pollingStationId: aiudId(cast) })

  expect(done).toEqual({ placed: 1, left: 0 })
  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect((await list(ana)).threads).toMatchObject([
    { observerName: 'Bogdan Pop', pollingStationName: 'Alba Aiud 1', answered: 1, flagged: 1 },
  ])
  expect(await listed(ana)).toEqual([])
  const where = { pollingStationId: aiudId(cast), pollingStationName: 'Alba Aiud 1' }
  const when = { placedAt: cast.clock.now, dismissedAt: null, settledBy: 'ana' }
  expect(await listed(ana, 'placed')).toMatchObject([{ id, ...where, ...when }])
  expect(await acts(cast)).toMatchObject([
    {
      act: 'unplaced.placed',
      actorName: 'ana',
      subjectId: id,
      after: { pollingStationId: aiudId(cast) },
    },
  ])
  const { data } = await ana.call(statistics.list, {
    params: { method: 'countiesIrregularities' },
    query: {},
  })
  expect(data).toMatchObject([{ label: 'Alba', value: '1' }])
})

test('accepts a station named as phones name it', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))

  await place(cast.ana, { station: aiud })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('places a report at the station it names once that exists', async () => {
  const cast = await set()
  const { ana, bogdan, database } = cast
  await send(bogdan, answerOf(cast, { ...dej, pollingStationNumber: 9 }, 'A1.1', 'Nu'))
  const none = { code: 'unplaced.has-no-place', details: { reason: 'no-such-station' } }
  await expect(place(ana, {})).rejects.toMatchObject(none)

  await database.write((tx) =>
    tx
      .updateTable('pollingStations')
      .set({ number: 9 })
      .where('id', '=', cast.field.stationId('CJ1', 2) as Id<'pollingStations'>)
      .execute(),
  )
  await place(ana, {})

  expect((await list(ana)).threads).toMatchObject([{ pollingStationName: 'Cluj Dej 9' }])
})

test('refuses to place a report that is already placed or dismissed', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const params = { id: await newest(ana) }
  const body = { pollingStationId: aiudId(cast) }

  const results = await Promise.allSettled(
    [1, 2, 3].map(() => ana.call(unplaced.place, { params, body })),
  )

  const refusal = { code: 'unplaced.settled' }
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: refusal },
    { reason: refusal },
  ])
  await expect(ana.call(unplaced.dismiss, { params })).rejects.toMatchObject(refusal)
  expect(await acts(cast)).toHaveLength(1)
})

test('ignores a repeat of a report that was placed since', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await place(cast.ana, { station: aiud })
  const before = await everything(cast)

  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))

  expect(await everything(cast)).toEqual(before)
})

test('counts a placed report from its receipt, and keeps later answers', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'), answerOf(cast, nowhere, 'A2.2', 'Da'))
  wait(cast, 30)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const lastModified = cast.clock.now
  wait(cast, 30)

  await place(ana, { station: aiud })
  await place(ana, { station: aiud })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Da', 'A2.2: Da'])
  expect((await list(ana)).threads).toMatchObject([{ lastModified, answered: 2, flagged: 0 }])
  const { quarters } = await ana.call(statistics.trend, { query: { hours: 2 } })
  expect(quarters.filter(({ reports }) => reports > 0)).toMatchObject([
    { at: new Date('2026-11-22T09:00:00Z'), reports: 1 },
    { at: new Date('2026-11-22T09:30:00Z'), reports: 1 },
  ])
})

test('keeps the later of two placed reports in any placing order', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  wait(cast, 5)
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Da'))

  await place(ana, { station: aiud })
  await place(ana, { station: aiud })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Da'])
})

test('replaces an unknown option, and keeps the options stored with it', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const draft = answerOf(cast, aiud, 'A1.2', 'Coadă')
  const unknown = { optionId: 99_999, value: 'un tricou' }
  await send(bogdan, { ...draft, options: [...draft.options, unknown] })
  const none = { code: 'unplaced.has-no-place', details: { reason: 'no-such-option' } }
  await expect(place(ana, {})).rejects.toMatchObject(none)
  await expect(place(ana, { optionId: 99_999 as Id<'options'> })).rejects.toMatchObject(none)

  await place(ana, { optionId: optionId(cast, 'A1.2', 'Altceva') })

  expect(await summary(cast, aiud)).toEqual(['A1.2: Coadă, Altceva=un tricou'])
  expect((await acts(cast))[0]?.after).toMatchObject({
    optionId: optionId(cast, 'A1.2', 'Altceva'),
  })
})

test('refuses an option of a deleted form', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  await send(bogdan, { ...answerOf(cast, aiud, 'A1.1'), options: [{ optionId: 99_999 }] })
  await ana.call(forms.remove, { query: { formId: field.formId('C') as Id<'forms'> } })

  await expect(place(ana, { optionId: optionId(cast, 'C1.1', 'Nu') })).rejects.toMatchObject({
    details: { reason: 'no-such-option' },
  })
})

test('replaces the earlier answer when the question allows a single option', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  wait(cast, 5)
  const strange = { ...aiud, questionId: cast.field.questionId('A1.1') }
  await send(bogdan, { ...strange, options: [{ optionId: 99_999 }] })

  await place(ana, { optionId: optionId(cast, 'A1.1', 'Nu') })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('chooses one of several single choices, and keeps its text', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A2.2', 'Da', 'Nu, la=opt'))
  await expect(place(ana, {})).rejects.toMatchObject({
    details: { reason: 'several-single-choices' },
  })

  await place(ana, { optionId: optionId(cast, 'A2.2', 'Nu, la') })

  expect(await summary(cast, aiud)).toEqual(['A2.2: Nu, la=opt'])
})

test('sets both station and option for a report that lacks them', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, { ...nowhere, questionId: 99_999, options: [{ optionId: 99_999 }] })
  const before = await everything(cast)
  await expect(place(ana, { station: aiud })).rejects.toMatchObject({
    details: { reason: 'no-such-option' },
  })
  expect(await everything(cast)).toEqual(before)

  await place(ana, { station: aiud, optionId: optionId(cast, 'A1.1', 'Nu') })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('keeps the known options of a report from an unknown station', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))
  wait(cast, 1)
  const draft = answerOf(cast, nowhere, 'A1.2', 'Coadă')
  await send(bogdan, {
    ...draft,
    options: [...draft.options, { optionId: 99_999, value: 'un tricou' }],
  })

  await place(ana, { station: aiud, optionId: optionId(cast, 'A1.2', 'Altceva') })

  expect(await summary(cast, aiud)).toEqual(['A1.2: Coadă, Altceva=un tricou'])
})

test('places a test observer’s report, and leaves it out of the counts', async () => {
  const cast = await set()
  await send(cast.emil, answerOf(cast, nowhere, 'A1.1', 'Nu'))

  await place(cast.ana, { station: aiud })

  expect(await filledIn(cast, aiud, cast.ana, 'Emil Test')).toHaveLength(1)
  expect((await everything(cast)).counts).toEqual([])
})

test('places a deleted observer’s report', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await cast.database.write((tx) =>
    tx.updateTable('observers').set({ deletedAt: cast.clock.now }).execute(),
  )

  await place(cast.ana, { station: aiud })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('refuses to place reports of another organisation’s observers', async () => {
  const cast = await set()
  const { ana, calin, bogdan, dana, stranger } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  const id = await newest(ana)
  const placing = { params: { id }, body: { pollingStationId: aiudId(cast) } }

  await expect(calin.call(unplaced.place, placing)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(bogdan.call(unplaced.place, placing)).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(stranger.call(unplaced.place, placing)).rejects.toMatchObject({
    code: 'session.missing',
  })
  await send(dana, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  expect(await place(calin, { station: aiud, alike: true })).toEqual({ placed: 1, left: 0 })
  expect(await listed(ana)).toMatchObject([{ id }])
})

test('names the field when a place is given twice, or one option for several reports', async () => {
  const cast = await set()
  const call = (body: object) =>
    cast.ana.call(unplaced.place, { params: { id: 1 as Id<'unplaced'> }, body: body as never })

  await expect(call({ pollingStationId: 1, station: aiud })).rejects.toMatchObject({
    details: { errors: { station: expect.anything() } },
  })
  await expect(call({ optionId: 1, alike: true })).rejects.toMatchObject({
    details: { errors: { optionId: expect.anything() } },
  })
  await expect(call({ pollingStationId: 1 })).rejects.toMatchObject({ code: 'thing.not-found' })
})
