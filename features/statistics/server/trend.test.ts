import { expect, test } from 'vitest'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { statistics } from '../contract.ts'

const set = stage()

const trend = async (person: Person, hours = 1) =>
  (await person.call(statistics.trend, { query: { hours } })).quarters

/** `08:15 2/1`: two reports and one flagged option in the quarter that begins then. */
const summary = async (person: Person, hours?: number) =>
  (await trend(person, hours)).map(
    ({ at, reports, flagged }) => `${at.toISOString().slice(11, 16)} ${reports}/${flagged}`,
  )

const wait = (clock: Stage['clock'], seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

/** Staff mark or unmark an observer as a test observer. */
async function become({ ana }: Stage, name: string, isTest: boolean) {
  const { data } = await ana.call(observers.list, { query: { name } })
  await ana.call(observers.edit, { body: { observerId: data[0]!.id, isTest } })
}

test('counts reports in the quarter-hour of their arrival, with empty ones between', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  clock.now = new Date('2026-11-22T08:14:59.999Z')
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  clock.now = new Date('2026-11-22T08:15:00Z')
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale', 'Coadă'))
  clock.now = new Date('2026-11-22T08:50:00Z')
  await send(bogdan, answerOf(cast, blaj, 'A1.1', 'Nu'), answerOf(cast, dej, 'A1.1', 'Da'))

  expect(await summary(ana)).toEqual(['08:00 1/1', '08:15 1/1', '08:30 0/0', '08:45 2/1'])
})

test('returns the requested hours, twelve by default, and drops the oldest', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000)

  expect((await summary(ana, 2)).filter((one) => !one.endsWith('0/0'))).toEqual([])
  expect((await summary(ana, 3)).filter((one) => !one.endsWith('0/0'))).toEqual(['09:00 1/1'])
  expect((await ana.call(statistics.trend, { query: {} })).quarters).toHaveLength(48)
})

test('counts repeats once, additions as another report and withdrawals as none', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))
  expect((await summary(ana)).at(-1)).toBe('09:00 1/1')

  // The flagged option is unchanged; the second report adds an option.
  wait(clock, 60)
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale', 'Coadă'))
  expect((await summary(ana)).at(-1)).toBe('09:00 2/1')

  await send(bogdan, answerOf(cast, aiud, 'A1.2'))
  expect((await summary(ana)).at(-1)).toBe('09:00 0/0')
})

test('counts a current answer in the quarter-hour in which it was last sent', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  clock.now = new Date('2026-11-22T08:00:00Z')
  await send(
    bogdan,
    answerOf(cast, dej, 'A1.1', 'Nu'),
    answerOf(cast, dej, 'A1.2', 'Afișe electorale'),
    answerOf(cast, dej, 'A2.2', 'Nu, la=7:40'),
  )
  expect(await summary(ana)).toEqual(['07:15 0/0', '07:30 0/0', '07:45 0/0', '08:00 1/3'])

  clock.now = new Date('2026-11-22T08:15:00Z')
  await send(bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  clock.now = new Date('2026-11-22T08:45:00Z')
  await send(bogdan, answerOf(cast, dej, 'A2.2', 'Nu, la=7:45'))
  expect(await summary(ana)).toEqual(['08:00 1/1', '08:15 1/0', '08:30 0/0', '08:45 1/1'])

  await send(bogdan, answerOf(cast, dej, 'A1.2'))
  expect(await summary(ana)).toEqual(['08:00 0/0', '08:15 1/0', '08:30 0/0', '08:45 1/1'])
})

test('shows county staff the organiser’s figures for their counties', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, sanda, bogdan, dana, clock } = cast
  const same = async () => expect(await trend(sanda, 2)).toEqual(await trend(ana, 2))
  await send(bogdan, answerOf(cast, dej, 'A1.1', 'Nu'), answerOf(cast, dej, 'A1.2', 'Coadă'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await same()
  for (const option of ['Da', 'Nu', 'Da']) {
    wait(clock, 16 * 60)
    await send(bogdan, answerOf(cast, dej, 'A1.1', option))
    await same()
  }
  await send(bogdan, answerOf(cast, dej, 'A1.2'))
  await same()
  await become(cast, 'Dana', true)
  await same()
  await become(cast, 'Dana', false)
  await same()
})

test('removes a test observer from the quarter-hours, and restores them when unmarked', async () => {
  const cast = await set()
  const { ana, bogdan, dana, clock } = cast
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  wait(clock, 15 * 60)
  await send(bogdan, answerOf(cast, dej, 'A1.1', 'Nu'))
  await send(
    dana,
    answerOf(cast, aiud, 'A1.1', 'Da'),
    answerOf(cast, dej, 'A1.2', 'Afișe electorale'),
  )
  const all = ['09:00 1/1', '09:15 3/2']
  expect((await summary(ana)).slice(2)).toEqual(all)

  await become(cast, 'Dana', true)
  expect((await summary(ana)).slice(2)).toEqual(['09:00 0/0', '09:15 1/1'])
  // Reports sent meanwhile are not counted yet, and are restored with the rest.
  await send(dana, answerOf(cast, blaj, 'A1.1', 'Nu'))
  expect((await summary(ana)).slice(2)).toEqual(['09:00 0/0', '09:15 1/1'])
  await become(cast, 'Dana', false)
  expect((await summary(ana)).slice(2)).toEqual(['09:00 1/1', '09:15 4/3'])
})

test('excludes test observers and inactive organisations', async () => {
  const cast = await set()
  await send(cast.emil, answerOf(cast, dej, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  expect((await summary(cast.ana)).at(-1)).toBe('09:00 1/1')

  await cast.database.write((tx) =>
    tx.updateTable('ngos').set({ isActive: false }).where('shortName', '=', 'VC').execute(),
  )

  expect((await summary(cast.ana)).at(-1)).toBe('09:00 0/0')
})

test('shows organisation administrators the trend of their own observers', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))

  expect((await summary(cast.ana)).at(-1)).toBe('09:00 2/1')
  expect((await summary(cast.calin)).at(-1)).toBe('09:00 1/0')
})

test('counts concurrent reports of all observers', async () => {
  const cast = await set()
  const { bogdan, dana, ana } = cast
  const questions = ['A1.1', 'A2.2', 'C1.1'] as const
  const text = { 'A1.1': 'Nu', 'A2.2': 'Nu, la', 'C1.1': 'Nu' }

  await Promise.all(
    [bogdan, dana].flatMap((one) =>
      [aiud, blaj, dej].flatMap((at) =>
        questions.map((code) => send(one, answerOf(cast, at, code, text[code]))),
      ),
    ),
  )

  // The clock is stopped: one observer, station and moment make one report.
  expect((await summary(ana)).at(-1)).toBe('09:00 6/18')
})

test('refuses observers, and more than two days', async () => {
  const { ana, bogdan, stranger } = await set()

  await expect(trend(bogdan)).rejects.toMatchObject({ code: 'session.forbidden' })
  await expect(trend(stranger)).rejects.toMatchObject({ code: 'session.missing' })
  await expect(trend(ana, 49)).rejects.toMatchObject({
    details: { errors: { hours: expect.anything() } },
  })
})
