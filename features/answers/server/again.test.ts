import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { waitingForARow } from '#testing/locks.ts'
import { stage } from '#testing/stage.ts'
import { aiud, answerOf, blaj, dej, everything, list, send, summary, unplaced } from './testing.ts'

const set = stage()

const laterThan = (now: Date) => new Date(now.getTime() + 60_000)

test('ignores a retried report completely', async () => {
  const cast = await set()
  const report = [
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A2.2', 'Nu, la=7:40'),
    answerOf(cast, blaj, 'A2.1', 'Cabine', 'Urne'),
    answerOf(cast, { ...aiud, municipalityCode: 'XX' }, 'A1.1', 'Nu'),
    answerOf(cast, dej, 'A1.1', 'Da', 'Nu'),
  ]
  await send(cast.bogdan, ...report)
  const before = await everything(cast)

  cast.clock.now = laterThan(cast.clock.now)
  await send(cast.bogdan, ...report)
  await send(cast.bogdan, ...report.toReversed())

  expect(await everything(cast)).toEqual(before)
})

test('stores a report sent ten times at once only once', async () => {
  const cast = await set()
  const report = [answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A1.1', 'Nu')]
  await cast.bogdan.token()

  await Promise.all(Array.from({ length: 10 }, () => send(cast.bogdan, ...report)))

  const { answers, history, visits, counts } = await everything(cast)
  expect([answers.length, history.length, visits.length]).toEqual([2, 2, 2])
  expect(counts.map(({ answered, flagged }) => [answered, flagged])).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('stores concurrent reports that name several stations in different order', async () => {
  const cast = await set()
  const there = [
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, blaj, 'A1.1', 'Nu'),
    answerOf(cast, dej, 'A1.1', 'Da'),
  ]
  await Promise.all([cast.bogdan, cast.dana, cast.emil].map((one) => one.token()))

  await Promise.all(
    [cast.bogdan, cast.dana, cast.emil].flatMap((one, nth) => [
      send(one, ...there.slice(nth), ...there.slice(0, nth)),
      send(one, ...there.toReversed()),
    ]),
  )

  const { answers, counts } = await everything(cast)
  expect(answers).toHaveLength(9)
  expect(counts).toHaveLength(6)
})

test.each([
  [
    'an unknown municipality',
    { countyCode: 'AB', municipalityCode: 'XX', pollingStationNumber: 1 },
  ],
  ['an unknown number', { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 99 }],
  ['an unknown county', { countyCode: 'XX', pollingStationNumber: 1 }],
  ['a county’s number that two municipalities have', { countyCode: 'AB', pollingStationNumber: 1 }],
  ['no codes at all', { countyCode: '', pollingStationNumber: 1 }],
])('accepts a report from %s and keeps it aside once', async (_where, at) => {
  const cast = await set('nested')
  const report = answerOf(cast, at, 'A1.1', 'Nu')

  await send(cast.bogdan, report, report)
  await send(cast.bogdan, report)

  expect(await unplaced(cast)).toEqual([
    { kind: 'answer', reason: 'no-such-station', sent: report },
  ])
  expect((await list(cast.ana)).totalItems).toBe(0)
})

test('keeps answers that fit no form aside once and stores the rest', async () => {
  const cast = await set()
  const other = cast.field.optionId('C1.1', 'Da')
  const strange = [
    { ...answerOf(cast, aiud, 'A1.1'), questionId: 999_999, options: [{ optionId: other }] },
    { ...answerOf(cast, aiud, 'C1.1'), options: [{ optionId: 999_999, value: 'ce?' }] },
    answerOf(cast, aiud, 'A2.2', 'Da', 'Nu, la=8'),
    { ...answerOf(cast, blaj, 'A1.1'), options: [{ optionId: other }] },
  ]

  for (let time = 0; time < 3; time++)
    await send(cast.bogdan, ...strange, answerOf(cast, aiud, 'A1.1', 'Da'))

  const kept = await unplaced(cast)
  expect(kept.map(({ kind, reason, sent }) => [kind, reason, sent])).toEqual([
    ['answer', 'no-such-option', strange[0]],
    ['answer', 'no-such-option', strange[1]],
    ['answer', 'several-single-choices', strange[2]],
    ['answer', 'no-such-option', strange[3]],
  ])
  expect(await summary(cast, aiud)).toEqual(['A1.1: Da'])
})

test('keeps the earlier answer when a new one is invalid', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  await send(
    cast.bogdan,
    { ...answerOf(cast, aiud, 'A1.1'), options: [{ optionId: 999_999 }] },
    answerOf(cast, blaj, 'A1.1', 'Da', 'Nu'),
  )
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da', 'Nu'))

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('accepts an empty report', async () => {
  const cast = await set()

  await send(cast.bogdan)

  expect(await everything(cast)).toMatchObject({ visits: [], history: [] })
})

test('makes no visit for an empty answer where nothing was chosen', async () => {
  const cast = await set()

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1'))

  expect(await everything(cast)).toMatchObject({ visits: [], history: [] })
})

test('stores concurrent answers, a note and station info as one visit', async () => {
  const cast = await set()
  const { bogdan, database } = cast
  await bogdan.token()

  const sending = await database.write(async (tx) => {
    await sql`select hold_observers(array(select id from observers where name = 'Bogdan Pop'))`.execute(
      tx,
    )
    const outcomes = Promise.all([
      send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu')),
      bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }),
      bogdan.call(visits.report, { body: { ...aiud, urbanArea: true } }),
    ])
    // None of them has looked for the visit yet.
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(3)
    return { outcomes }
  })

  await sending.outcomes
  const stored = await everything(cast)
  expect(stored.visits).toMatchObject([{ answered: 1, flagged: 1, notes: 1, isUrbanArea: true }])
})

test('stores the other concurrent reports when one of them fails', async () => {
  const cast = await set()
  const people = [cast.bogdan, cast.dana, cast.emil]
  await Promise.all(people.map((one) => one.token()))
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'this one is refused'; end $$`.execute(cast.database.primary)
  await sql`
    create trigger refuse before insert on answers
    for each row when (new.text = 'refuse me') execute function refuse()`.execute(
    cast.database.primary,
  )

  const outcomes = await Promise.allSettled(
    people.map((one) =>
      send(
        one,
        answerOf(cast, aiud, 'A2.2', one === cast.dana ? 'Nu, la=refuse me' : 'Nu, la=7:40'),
      ),
    ),
  )

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await everything(cast)).answers.map(({ text }) => text)).toEqual(['7:40', '7:40'])
  expect((await list(cast.ana)).totalItems).toBe(2)
})

test('keeps a report aside when its station is deleted while it is stored', async () => {
  const cast = await set()
  const { bogdan, database, field } = cast
  const report = answerOf(cast, blaj, 'A1.1', 'Nu')
  await bogdan.token()

  const sending = await database.write(async (tx) => {
    await sql`delete from polling_stations where id = ${field.stationId('AB2', 1)}`.execute(tx)
    // It has found the station, and waits to refer to it.
    const outcome = send(bogdan, report).catch((refusal: unknown) => refusal)
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(1)
    return { outcome }
  })

  expect(await sending.outcome).toEqual({})
  const { visits, answers } = await everything(cast)
  expect([visits, answers]).toEqual([[], []])
  expect(await unplaced(cast)).toMatchObject([{ kind: 'answer', reason: 'no-such-station' }])
})
