import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'
import { stations } from '../contract.ts'
import { disagree, questionOf, readVisits, settleFirst, settling, stationOf } from './testing.ts'

const set = stage()

type Settling = Awaited<ReturnType<typeof settling>>
const settle = (cast: Stage, { pollingStationId, ...body }: Settling, person = cast.ana) =>
  person.call(stations.settle, { params: { pollingStationId }, body })

test('shows all visits side by side, each answer in the wording that its phone showed', async () => {
  const cast = await set()
  await disagree(cast)
  await send(cast.dana, answerOf(cast, aiud, 'A2.2', 'Nu, la=7:30'))

  const { visits, questions } = await readVisits(cast)

  expect(visits.map(({ observerName, answered }) => [observerName, answered])).toEqual([
    ['Bogdan Pop', 1],
    ['Dana Ionescu', 2],
  ])
  expect(questions.map(({ questionCode, state }) => [questionCode, state])).toEqual([
    ['A1.2', 'open'],
    ['A2.2', 'alike'],
  ])
  expect(questions[0]?.answers.map(({ options }) => options)).toEqual([
    [{ text: 'Coadă', value: null, isFlagged: false }],
    [{ text: 'Afișe electorale', value: null, isFlagged: true }],
  ])
})

test('finds no difference between equal answers, nor with test observers', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(cast.emil, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await questionOf(cast, 'A1.1')).toMatchObject({ state: 'alike', answers: { length: 3 } })
})

test('settles on an observer’s answer with a reason, and keeps all answers', async () => {
  const cast = await set()
  const wanted = await disagree(cast)
  const before = (await questionOf(cast)).answers

  await settle(cast, wanted, cast.rodica)

  expect(await questionOf(cast)).toMatchObject({
    state: 'settled',
    answers: before,
    settled: {
      observerName: 'Bogdan Pop',
      reason: 'Confirmat la telefon',
      settledBy: 'rodica',
    },
  })
})

test('reopens the question when an answer changes, and shows the former settlement', async () => {
  const cast = await set()
  await settleFirst(cast)
  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))
  expect(await questionOf(cast)).toMatchObject({ state: 'settled' })

  await send(cast.dana, answerOf(cast, aiud, 'A1.2'))
  expect(await questionOf(cast)).toMatchObject({ state: 'alike' })
  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Afișe electorale'))

  expect(await questionOf(cast)).toMatchObject({
    state: 'reopened',
    settled: { observerName: 'Bogdan Pop', reason: 'Confirmat la telefon' },
  })
})

test('refuses to settle over an answer or a settlement not yet seen', async () => {
  const cast = await set()
  const wanted = await disagree(cast)
  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Afișe electorale'))
  const changed = { code: 'station.answers-changed' }
  await expect(settle(cast, wanted)).rejects.toMatchObject(changed)

  const seen = await settling(cast)
  await settle(cast, { ...seen, observerId: await observerIdOf(cast, 'Dana Ionescu') })

  await expect(settle(cast, seen)).rejects.toMatchObject(changed)
  expect((await questionOf(cast)).settled?.observerName).toBe('Dana Ionescu')
})

test('refuses one of two settlements at once', async () => {
  const cast = await set()
  const wanted = await disagree(cast)

  const both = await Promise.allSettled([settle(cast, wanted), settle(cast, wanted, cast.rodica)])

  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('undoing reopens the question, or restores the earlier settlement', async () => {
  const cast = await set()
  const first = await settleFirst(cast)
  const neither = { ...(await settling(cast)), observerId: null, reason: 'Nu se poate ști' }
  const second = await settle(cast, neither as unknown as Settling)
  expect((await questionOf(cast)).settled).toMatchObject({ id: second, observerId: null })
  const undo = (id: typeof first) => cast.ana.call(stations.undoSettling, { params: { id } })

  await expect(undo(first)).rejects.toMatchObject({ code: 'station.answers-changed' })
  await undo(second)
  expect(await questionOf(cast)).toMatchObject({ state: 'settled', settled: { id: first } })
  await undo(first)

  expect(await questionOf(cast)).toMatchObject({ state: 'open', settled: null })
})

test('undoing twice undoes one settlement, and none made since', async () => {
  const cast = await set()
  const first = await settleFirst(cast)
  const undo = () => cast.ana.call(stations.undoSettling, { params: { id: first } })
  await undo()
  await undo()
  const { data } = await cast.ana.call(history.list, {
    query: { pollingStationId: stationOf(cast) },
  })
  expect(data.filter(({ act }) => act === 'stations.settling-undone')).toHaveLength(1)

  await settle(cast, await settling(cast))

  await expect(undo()).rejects.toMatchObject({ code: 'station.answers-changed' })
  expect(await questionOf(cast)).toMatchObject({ state: 'settled' })
})

test('records each settlement in the station’s history, without the reason', async () => {
  const cast = await set()
  const id = await settleFirst(cast)
  await cast.ana.call(stations.undoSettling, { params: { id } })
  const query = { pollingStationId: stationOf(cast) }

  const { data } = await cast.ana.call(history.list, { query })

  expect(data.map(({ act, subjectName }) => [act, subjectName])).toEqual([
    ['stations.settling-undone', 'Alba Aiud 1'],
    ['stations.answer-settled', 'Alba Aiud 1'],
    ['answers.received', 'Alba Aiud 1'],
    ['answers.received', 'Alba Aiud 1'],
  ])
  expect(JSON.stringify(data)).not.toContain('Confirmat')
})

test('organisations see only their own visits, differences and settlements', async () => {
  const cast = await set()
  await settleFirst(cast)

  const { visits } = await readVisits(cast, cast.calin)

  expect(visits.map(({ observerName }) => observerName)).toEqual(['Dana Ionescu'])
  expect(await questionOf(cast, 'A1.2', cast.calin)).toMatchObject({
    state: 'alike',
    settled: null,
    answers: { length: 1 },
  })
})

test('organisations settle among their own observers, as the organiser does for itself', async () => {
  const cast = await set()
  const { calin } = cast
  await cast.database.write((tx) =>
    sql`update observers set ngo_id = (select id from ngos where short_name = 'VC')
         where name = 'Bogdan Pop'`.execute(tx),
  )
  await disagree(cast)
  const { id, seen } = await questionOf(cast, 'A1.2', calin)
  const body = { questionId: id, observerId: null, reason: 'Amândoi au plecat', seen }

  await calin.call(stations.settle, { params: { pollingStationId: stationOf(cast) }, body })

  expect(await questionOf(cast, 'A1.2', calin)).toMatchObject({ state: 'settled' })
  expect(await questionOf(cast)).toMatchObject({ state: 'open', settled: null })
})

test('hides the station and its events from staff of another county', async () => {
  const cast = await set()
  const wanted = await disagree(cast)

  for (const person of [cast.sanda, cast.gelu])
    await expect(readVisits(cast, person)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(settle(cast, wanted, cast.sanda)).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(settle(cast, wanted, cast.bogdan)).rejects.toMatchObject({
    code: 'session.forbidden',
  })
})

test('announces a settlement to permitted screens', async () => {
  const cast = await set()
  const wanted = await disagree(cast)
  const url = await cast.listen()
  const [ana, calin] = await Promise.all(
    [cast.rodica, cast.calin].map(async (one) => openScreen(url, (await one.token())!)),
  )

  await settle(cast, wanted)

  await expect.poll(() => ana?.heard).toContain('stations.answers-settled')
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  await expect.poll(() => calin?.heard).toContain('answers.received')
  expect(calin?.heard).not.toContain('stations.answers-settled')
  for (const screen of [ana, calin]) screen?.close()
})

test('shows an unmatched report on the page of the station that it names', async () => {
  const cast = await set()
  const params = { pollingStationId: stationOf(cast) }
  await send(cast.bogdan, { ...answerOf(cast, aiud, 'A1.1'), options: [{ optionId: 77_777 }] })
  await send(cast.bogdan, answerOf(cast, { ...aiud, pollingStationNumber: 99 }, 'A1.1', 'Da'))

  const named = await cast.ana.call(stations.unplaced, { params })

  expect(named).toMatchObject([{ observerPhoneNumber: phones.bogdan, reason: 'no-such-option' }])
  expect(await cast.ana.call(stations.use, { params })).toEqual({
    ...{ visits: 0, answers: 0, notes: 0, unplaced: 1, assignments: 0, incidents: 0, comments: 0 },
  })
})
