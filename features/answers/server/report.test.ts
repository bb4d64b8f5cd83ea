import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'
import { answers } from '../contract.ts'
import { aiud, answerOf, blaj, everything, filledIn, list, send, summary } from './testing.ts'

const set = stage()

const laterThan = (now: Date) => new Date(now.getTime() + 60_000)

test('shows an observer’s report to staff', async () => {
  const cast = await set()
  const { ana, bogdan, field, clock } = cast

  await send(
    bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=ploaie'),
  )

  const { threads } = await list(ana)
  expect(threads).toMatchObject([
    {
      observerName: 'Bogdan Pop',
      observerPhoneNumber: '0700 000 001',
      pollingStationName: 'Alba Aiud 1',
      pollingStationId: field.stationId('AB1', 1),
      lastModified: clock.now,
      answered: 2,
      flagged: 1,
      notes: 0,
    },
  ])
  expect(await filledIn(cast, aiud)).toMatchObject([
    {
      id: field.questionId('A1.1'),
      questionId: 'A1.1',
      questionTypeId: 1,
      text: 'Urna a fost sigilată?',
      formCode: 'A',
      formDescription: 'Deschidere',
      formVersion: 1,
      answers: [
        {
          optionId: field.optionId('A1.1', 'Nu'),
          idOption: field.optionId('A1.1', 'Nu'),
          text: 'Nu',
          isFreeText: false,
          value: null,
          flagged: true,
          isFlagged: true,
        },
      ],
    },
    {
      questionCode: 'A1.2',
      answers: [{ text: 'Coadă' }, { text: 'Altceva', isFreeText: true, value: 'ploaie' }],
    },
  ])
})

test.each([
  ['county and number, where there are only counties', 'flat', { countyCode: 'AB' }],
  [
    'the county twice, where there are only counties',
    'flat',
    { countyCode: 'AB', municipalityCode: 'AB' },
  ],
  ['municipality and number', 'nested', { countyCode: 'AB', municipalityCode: 'AB1' }],
  ['municipality and number alone', 'nested', { municipalityCode: 'AB1' }],
] as const)('finds a station by %s', async (_how, kind, codes) => {
  const cast = await set(kind)

  await send(
    cast.bogdan,
    answerOf(cast, { countyCode: '', ...codes, pollingStationNumber: 2 }, 'A1.1', 'Da'),
  )

  const { threads } = await list(cast.ana)
  const stationId = cast.field.stationId(kind === 'flat' ? 'AB' : 'AB1', 2)
  expect(threads).toMatchObject([{ pollingStationId: stationId }])
})

test('finds a station by county when only one municipality has its number', async () => {
  const cast = await set('nested')

  await send(
    cast.bogdan,
    answerOf(cast, { countyCode: 'CJ', pollingStationNumber: 2 }, 'A1.1', 'Da'),
    answerOf(cast, { countyCode: 'AB', pollingStationNumber: 3 }, 'A1.1', 'Da'),
  )

  const { threads } = await list(cast.ana)
  expect(threads.map(({ pollingStationName }) => pollingStationName).sort()).toEqual([
    'Alba Aiud 3',
    'Cluj Dej 2',
  ])
})

test('accepts numbers as text, and ignores unknown keys', async () => {
  const cast = await set()

  const reply = await cast.bogdan.send({
    method: 'POST',
    url: '/api/v1/answers/',
    payload: {
      answers: [
        {
          ...aiud,
          pollingStationNumber: ' 1 ',
          questionId: String(cast.field.questionId('A1.1')),
          options: [{ optionId: String(cast.field.optionId('A1.1', 'Da')), isFlagged: true }],
          formCode: 'A',
        },
      ],
    },
  })

  expect(reply.statusCode).toBe(200)
  expect(await summary(cast, aiud)).toEqual(['A1.1: Da'])
})

test('replaces an earlier answer with a later one', async () => {
  const cast = await set()
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A2.1', 'Cabine', 'Urne'),
  )

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'), answerOf(cast, aiud, 'A2.1', 'Urne'))

  expect(await summary(cast, aiud)).toEqual(['A1.1: Da', 'A2.1: Urne'])
  expect((await list(cast.ana)).threads).toMatchObject([{ answered: 2, flagged: 0 }])
})

test('empty options clear an answer, and only that', async () => {
  const cast = await set()
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A2.1', 'Cabine'),
  )

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1'))

  expect(await summary(cast, aiud)).toEqual(['A2.1: Cabine'])
  expect((await list(cast.ana)).threads).toMatchObject([{ answered: 1, flagged: 0 }])
})

test('keeps the last of two answers to one question in a report', async () => {
  const cast = await set()

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(await summary(cast, aiud)).toEqual(['A1.1: Da'])
})

test('deletes nothing of another station', async () => {
  const cast = await set()
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A2.1', 'Cabine'),
  )

  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A1.2', 'Coadă'),
    answerOf(cast, blaj, 'A1.1', 'Da'),
    answerOf(cast, blaj, 'A2.1'),
  )

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu', 'A1.2: Coadă', 'A2.1: Cabine'])
  expect(await summary(cast, blaj)).toEqual(['A1.1: Da'])
})

test('stores the same option at two stations as two answers', async () => {
  const cast = await set()

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A1.1', 'Nu'))

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect(await summary(cast, blaj)).toEqual(['A1.1: Nu'])
})

test('leaves another observer’s answers at the same station unchanged', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  await send(cast.dana, answerOf(cast, aiud, 'A1.1'), answerOf(cast, aiud, 'A2.1', 'Cabine'))

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('keeps text in any script and trims its ends', async () => {
  const cast = await set()
  const value = 'La 7:40,\n„după” ploaie 🌧 '

  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', `Nu, la=${value}`))

  expect(await summary(cast, aiud)).toEqual([`A2.2: Nu, la=${value.trim()}`])
})

test('updates the time of an answer only when its text changes', async () => {
  const cast = await set()
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A2.2', 'Nu, la=7'),
    answerOf(cast, aiud, 'A1.1', 'Da'),
  )
  const first = cast.clock.now

  cast.clock.now = laterThan(first)
  await send(
    cast.bogdan,
    answerOf(cast, aiud, 'A2.2', 'Nu, la=8'),
    answerOf(cast, aiud, 'A1.1', 'Da'),
  )

  const { answers } = await everything(cast)
  const receivedAt = new Map(answers.map((one) => [one.questionId as number, one.receivedAt]))
  expect(receivedAt.get(cast.field.questionId('A1.1'))).toEqual(first)
  expect(receivedAt.get(cast.field.questionId('A2.2'))).toEqual(cast.clock.now)
  expect(await summary(cast, aiud)).toEqual(['A1.1: Da', 'A2.2: Nu, la=8'])
})

test('prepares the statement that stores reports once per connection', async () => {
  const cast = await set()
  for (let time = 0; time < 12; time++)
    await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', time % 2 === 0 ? 'Nu' : 'Da'))

  const { rows } = await cast.database.write((tx) =>
    sql<{ statement: string }>`
      select statement from pg_prepared_statements
       where statement like '%insert into answers%'`.execute(tx),
  )
  expect(rows).not.toEqual([])
})

test('lets only observers report', async () => {
  const { ana, calin, stranger } = await set()
  const body = { answers: [] }

  for (const staff of [ana, calin])
    await expect(staff.call(answers.send, { body })).rejects.toMatchObject({
      code: 'session.forbidden',
    })
  await expect(stranger.call(answers.send, { body })).rejects.toMatchObject({
    code: 'session.missing',
  })
})
