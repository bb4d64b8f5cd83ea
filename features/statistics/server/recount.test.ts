import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { areas } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { statistics } from '../contract.ts'

const set = stage()

/** Reports, corrections, retries and notes of three observers in two counties, over three hours. */
async function evening(cast: Stage) {
  const { bogdan, dana, emil, clock } = cast
  const later = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A1.1', 'Nu'))
  later(20)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'), answerOf(cast, dej, 'A2.2', 'Nu, la=7:40'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  later(40)
  await send(
    bogdan,
    answerOf(cast, dej, 'A2.2', 'Nu, la=7:45'),
    answerOf(cast, dej, 'A2.1', 'Cabine'),
  )
  await send(dana, answerOf(cast, dej, 'A1.2', 'Afișe electorale', 'Coadă'))
  await send(emil, answerOf(cast, dej, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A2.1', 'Cabine'))
  later(90)
  await send(dana, answerOf(cast, dej, 'A1.2', 'Coadă'), answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(emil, { ...answerOf(cast, aiud, 'A2.1'), options: [] })
  await bogdan.call(notes.write, { body: { ...blaj, text: 'Fără cabine.' } })
}

test('keeps every count equal to a recount through sending, correction and withdrawal', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await evening(cast)

  expect(await miscounted(cast.database)).toEqual([])
  // There is something to count.
  const { data } = await cast.ana.call(statistics.list, {
    params: { method: 'countiesIrregularities' },
    query: {},
  })
  expect(data.length).toBeGreaterThan(1)
})

test('removes a test observer from every count, and restores them when unmarked', async () => {
  const cast = await set()
  await evening(cast)
  const { data } = await cast.ana.call(observers.list, { query: { name: 'Dana' } })
  const [dana] = data
  const become = (isTest: boolean) =>
    cast.ana.call(observers.edit, { body: { observerId: dana!.id, isTest } })

  await become(true)
  expect(await miscounted(cast.database)).toEqual([])
  await become(false)
  expect(await miscounted(cast.database)).toEqual([])
})

test('keeps counts right when an observer becomes a test observer while reporting, repeatedly', async () => {
  const cast = await set()
  const { data } = await cast.ana.call(observers.list, { query: { name: 'Dana' } })
  const [dana] = data
  const places = [aiud, blaj, dej]

  for (let round = 0; round < 12; round++) {
    const option = round % 2 === 0 ? 'Nu' : 'Da'
    await Promise.all([
      ...places.map((place) => send(cast.dana, answerOf(cast, place, 'A1.1', option))),
      cast.ana.call(observers.edit, { body: { observerId: dana!.id, isTest: round % 3 === 0 } }),
    ])
  }

  expect(await miscounted(cast.database)).toEqual([])
})

test('moves a station’s counts with it to another county', async () => {
  const cast = await set()
  await evening(cast)

  const [{ electionId }] = (await cast.database.primary
    .selectFrom('areas')
    .select('electionId')
    .where('code', '=', 'CJ1')
    .execute()) as [{ electionId: Id<'elections'> }]
  await sql`update areas set county_id = (select id from areas where code = 'AB')
             where code = 'CJ1'`.execute(cast.database.primary)
  await cast.database.write((tx) => markAll(tx, electionId, areas))

  expect(await miscounted(cast.database)).toEqual([])
})

test('keeps the review list’s length equal to its rows, by county and urgency', async () => {
  const cast = await set()
  await evening(cast)

  for (const urgent of [false, true])
    for (const county of [undefined, 'AB', 'CJ', 'B']) {
      const query = { urgent, ...(county && { county }), pageSize: 1000 }
      const { threads, totalItems } = await cast.ana.call(answers.list, { query })
      expect({ urgent, county, totalItems }).toEqual({ urgent, county, totalItems: threads.length })
    }
})

test('returns the same rows in the same order when paging from the end', async () => {
  const cast = await set()
  await evening(cast)
  const page = (number: number, pageSize: number) =>
    cast.ana.call(answers.list, { query: { page: number, pageSize } })
  const whole = await page(1, 1000)
  const rowOf = (thread: (typeof whole.threads)[number]) =>
    `${thread.observerId} ${thread.pollingStationId}`

  for (const size of [1, 2, 3]) {
    const pages = Math.ceil(whole.totalItems / size)
    const read = []
    for (let number = 1; number <= pages; number++) read.push(...(await page(number, size)).threads)
    expect(read.map(rowOf)).toEqual(whole.threads.map(rowOf))
  }
  expect((await page(1000, 20)).threads).toEqual([])
})
