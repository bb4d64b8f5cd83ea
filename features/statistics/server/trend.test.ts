import { expect, test } from 'vitest'
import { type Person, stage } from '#apps/server/testing.ts'
import { aiud, blaj, dej, said, send } from '#features/answers/server/testing.ts'
import { statistics } from '../contract.ts'

const set = stage()

const trend = async (person: Person, hours = 1) =>
  (await person.call(statistics.trend, { query: { hours } })).quarters

/** `08:15 2/1`: two reports and one flagged option in the quarter that begins then. */
const summary = async (person: Person, hours?: number) =>
  (await trend(person, hours)).map(
    ({ at, reports, flagged }) => `${at.toISOString().slice(11, 16)} ${reports}/${flagged}`,
  )

test('reports are counted in the quarter of an hour in which they came, the silent ones between', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  clock.now = new Date('2026-11-22T08:14:59.999Z')
  await send(bogdan, said(cast, aiud, 'A1.1', 'Nu'))
  clock.now = new Date('2026-11-22T08:15:00Z')
  await send(bogdan, said(cast, aiud, 'A1.2', 'Afișe electorale', 'Coadă'))
  clock.now = new Date('2026-11-22T08:50:00Z')
  await send(bogdan, said(cast, blaj, 'A1.1', 'Nu'), said(cast, dej, 'A1.1', 'Da'))

  expect(await summary(ana)).toEqual(['08:00 1/1', '08:15 1/1', '08:30 0/0', '08:45 2/1'])
})

test('as many hours as asked for are told, twelve when it is not said, the oldest fall out', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  await send(bogdan, said(cast, aiud, 'A1.1', 'Nu'))
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000)

  expect((await summary(ana, 2)).filter((one) => !one.endsWith('0/0'))).toEqual([])
  expect((await summary(ana, 3)).filter((one) => !one.endsWith('0/0'))).toEqual(['09:00 1/1'])
  expect((await ana.call(statistics.trend, { query: {} })).quarters).toHaveLength(48)
})

test('what came is counted once, also when it is sent again or taken back', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, said(cast, aiud, 'A1.2', 'Afișe electorale'))
  await send(bogdan, said(cast, aiud, 'A1.2', 'Afișe electorale'))
  expect((await summary(ana)).at(-1)).toBe('09:00 1/1')

  // The flagged option stands as it stood; the second report says one more thing.
  await send(bogdan, said(cast, aiud, 'A1.2', 'Afișe electorale', 'Coadă'))
  expect((await summary(ana)).at(-1)).toBe('09:00 2/1')

  await send(bogdan, said(cast, aiud, 'A1.2'))
  expect((await summary(ana)).at(-1)).toBe('09:00 3/1')
})

test('test observers and inactive organisations are left out', async () => {
  const cast = await set()
  await send(cast.emil, said(cast, dej, 'A1.1', 'Nu'))
  await send(cast.dana, said(cast, dej, 'A1.1', 'Nu'))
  expect((await summary(cast.ana)).at(-1)).toBe('09:00 1/1')

  await cast.database.write((tx) =>
    tx.updateTable('ngos').set({ isActive: false }).where('shortName', '=', 'VC').execute(),
  )

  expect((await summary(cast.ana)).at(-1)).toBe('09:00 0/0')
})

test('an organisation’s administrator is shown the trend of their own observers', async () => {
  const cast = await set()
  await send(cast.bogdan, said(cast, dej, 'A1.1', 'Nu'))
  await send(cast.dana, said(cast, dej, 'A1.1', 'Da'))

  expect((await summary(cast.ana)).at(-1)).toBe('09:00 2/1')
  expect((await summary(cast.calin)).at(-1)).toBe('09:00 1/0')
})

test('everybody’s reports that come at once are all counted', async () => {
  const cast = await set()
  const { bogdan, dana, ana } = cast
  const questions = ['A1.1', 'A2.2', 'C1.1'] as const
  const text = { 'A1.1': 'Nu', 'A2.2': 'Nu, la', 'C1.1': 'Nu' }

  await Promise.all(
    [bogdan, dana].flatMap((one) =>
      [aiud, blaj, dej].flatMap((at) =>
        questions.map((code) => send(one, said(cast, at, code, text[code]))),
      ),
    ),
  )

  expect((await summary(ana)).at(-1)).toBe('09:00 18/18')
})

test('observers read no trend, and more than two days are not told', async () => {
  const { ana, bogdan, stranger } = await set()

  await expect(trend(bogdan)).rejects.toMatchObject({ code: 'session.forbidden' })
  await expect(trend(stranger)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(trend(ana, 49)).rejects.toMatchObject({
    details: { errors: { hours: expect.anything() } },
  })
})
