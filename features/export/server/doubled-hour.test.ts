import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { aiud, answerOf, blaj, dej, list, send } from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { type Stage, stage } from '#testing/stage.ts'

// In Bucharest, clocks go back from four to three on 25 October 2026: half past three occurs twice.
const summer = new Date('2026-10-25T00:30:00Z')
const winter = new Date('2026-10-25T01:30:00Z')
const after = new Date('2026-10-25T02:30:00Z')

const set = stage()

/** Three reports: in the first occurrence of the hour, in the second, and after it. */
async function night(): Promise<Stage> {
  const cast = await set()
  for (const [at, where] of [
    [summer, aiud],
    [winter, blaj],
    [after, dej],
  ] as const) {
    cast.clock.now = at
    await send(cast.bogdan, answerOf(cast, where, 'A1.1', 'Nu'))
    await cast.bogdan.call(notes.write, { body: { ...where, text: 'Coadă' } })
  }
  return cast
}

const half = '2026-10-25 03:30'

test('reads a start in the repeated hour as its first occurrence, an end as its second', async () => {
  const { ana } = await night()
  const when = async (query: { from?: string; to?: string }) => {
    const { data } = await list(ana, query)
    return data.map(({ lastModified }) => lastModified.toISOString()).sort()
  }
  const [first, second, third] = [summer, winter, after].map((at) => at.toISOString())

  expect(await when({ from: half })).toEqual([first, second, third])
  expect(await when({ to: half })).toEqual([first, second])
  expect(await when({ from: half, to: half })).toEqual([first, second])
  // A zone offset selects one of the two.
  expect(await when({ from: '2026-10-25T03:30+02:00' })).toEqual([second, third])
  expect(await when({ to: '2026-10-25T03:30+03:00' })).toEqual([first])
})

test('filters the workbook like the list and marks offsets in the repeated hour', async () => {
  const { ana } = await night()
  const sheets = async (query: string) => {
    const { rawPayload } = await ana.send({ url: `/api/v1/export/all?language=en&${query}` })
    const read = await readExcel(rawPayload, { trim: false })
    return new Map(read.map(({ sheet, data }) => [sheet, data]))
  }
  const column = (rows: readonly (readonly unknown[])[], title: string) =>
    rows
      .slice(1)
      .map((row) => row[rows[0]!.indexOf(title)])
      .map((cell) => (cell instanceof Date ? cell.toISOString() : cell))
      .sort()
  const both = ['2026-10-25 03:30:00 +02:00', '2026-10-25 03:30:00 +03:00']

  const within = await sheets(`from=${half}&to=${half}`)
  expect(column(within.get('Answers')!, 'Received')).toEqual(both)
  expect(column(within.get('Notes')!, 'Received')).toEqual(both)
  const from = await sheets(`from=${half}`)
  expect(column(from.get('Answers')!, 'Received')).toEqual([...both, '2026-10-25T04:30:00.000Z'])
})

test('marks the offset of a workbook made in the repeated hour', async () => {
  const cast = await night()
  cast.clock.now = winter
  const { rawPayload } = await cast.ana.send({ url: '/api/v1/export/all?language=en' })

  const sheets = await readExcel(rawPayload)

  const source = sheets.find(({ sheet }) => sheet === 'Source')!.data
  expect(Object.fromEntries(source)).toMatchObject({ Made: '2026-10-25 03:30:00 +02:00' })
})

test('marks the offset in history', async () => {
  const cast = await night()
  const bogdan = (await cast.ana.call(observers.list, { query: { name: 'Bogdan' } })).data[0]!
  for (const [at, name] of [
    [summer, 'Bogdan Unu'],
    [winter, 'Bogdan Doi'],
  ] as const) {
    cast.clock.now = at
    await cast.ana.call(observers.edit, { body: { observerId: bogdan.id, name } })
  }
  const lines = async (query: { from?: string; to?: string }) => {
    const { data } = await cast.ana.call(history.list, {
      query: { ...query, act: 'observers.edited' },
    })
    return data.length
  }
  expect(await lines({ from: half })).toBe(2)
  expect(await lines({ to: half })).toBe(2)
  expect(await lines({ from: '2026-10-25T03:30+02:00' })).toBe(1)
})

test('includes the last second of the minute that ends a filter', async () => {
  const cast = await set()
  const { ana, bogdan, clock } = cast
  clock.now = new Date('2026-11-22T19:30:59.999Z')
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  for (const [to, count] of [
    ['2026-11-22 21:29', 0],
    ['2026-11-22 21:30:58', 0],
    ['2026-11-22 21:30', 1],
    ['2026-11-22 21:30:59', 1],
    ['2026-11-22T19:30Z', 1],
  ] as const) {
    expect((await list(ana, { to })).totalItems).toBe(count)
    const acts = await ana.call(history.list, { query: { to, act: 'answers.received' } })
    expect(acts.totalItems).toBe(count)
    const { rawPayload } = await ana.send({ url: `/api/v1/export/all?language=en&to=${to}` })
    const sheets = await readExcel(rawPayload)
    expect(sheets.find(({ sheet }) => sheet === 'Answers')!.data).toHaveLength(1 + count)
  }
})
