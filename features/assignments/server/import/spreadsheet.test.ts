import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { places } from '#features/places/contract.ts'
import { gate } from '#features/tasks/server/testing.ts'
import { waitingForARow } from '#testing/locks.ts'
import { phones, type Stage, stage } from '#testing/stage.ts'
import { assignments } from '../../contract.ts'
import { planFile } from '../testing.ts'

const set = stage()

const shifts = async ({ ana }: Stage) => {
  const { data } = await ana.call(assignments.list, { query: {} })
  return data.map(
    ({ from, until }) => `${from.toISOString().slice(0, 16)}–${until.toISOString().slice(0, 16)}`,
  )
}

test.each([
  ['with dots', '22.11.2026 6:00', '22.11.2026 22:00'],
  ['with the year first', '2026. 11. 22. 06:00', '2026.11.22 22:00:00'],
  ['stored as numbers', '46348.25', '46348.9166666667'],
])('imports spreadsheet times %s', async (_how, from, until) => {
  const cast = await set()
  const row = `${phones.bogdan},AB1,1,${from},${until}`
  const taken = await cast.ana.call(assignments.import, { body: {} }, planFile(row))

  expect(taken).toMatchObject({ added: 1, wrong: [] })
  expect(await shifts(cast)).toEqual(['2026-11-22T04:00–2026-11-22T20:00'])
})

test.each([
  ['dots', '31.12.2026 18:00', '31.12.2026 24:00'],
  ['the year first', '2026-12-31 18:00', '2026-12-31T24:00:00'],
])('ends a shift until 24:00 with its day, written with %s', async (_how, from, until) => {
  const cast = await set()
  const row = `${phones.bogdan},AB1,1,${from},${until}`
  const taken = await cast.ana.call(assignments.import, { body: {} }, planFile(row))

  expect(taken).toMatchObject({ added: 1, wrong: [] })
  expect(await shifts(cast)).toEqual(['2026-12-31T16:00–2026-12-31T22:00'])
})

test.each(['31.12.2026 24:01', '30.02.2026 24:00', '31.12.2026 25:00'])(
  'refuses a plan with a shift until the invalid time %s',
  async (until) => {
    const cast = await set()
    const row = `${phones.bogdan},AB1,1,30.12.2026 18:00,${until}`
    const taken = cast.ana.call(assignments.import, { body: {} }, planFile(row))

    await expect(taken).rejects.toMatchObject({
      code: 'import.refused',
      details: { rows: [{ line: 2, reason: expect.stringMatching(/^until: Must be a date/) }] },
    })
  },
)

test('imports a plan with a title above its header and reports the header line', async () => {
  const cast = await set()
  const lines = [
    'Planul, pe ture',
    '',
    'Telefon;Cod localitate;Număr secție;De la;Până la',
    `${phones.bogdan};AB1;1;22.11.2026 6:00;22.11.2026 22:00`,
  ]
  const bytes = new TextEncoder().encode(lines.join('\n'))

  const taken = await cast.ana.call(assignments.import, { body: {} }, [{ name: 'plan.csv', bytes }])

  expect(taken).toMatchObject({ added: 1, wrong: [], headerLine: 3 })
  expect(await shifts(cast)).toEqual(['2026-11-22T04:00–2026-11-22T20:00'])
})

test('imports its own export without changes in the repeated hour', async () => {
  const cast = await set()
  const row = `${phones.bogdan},AB1,1,2026-10-25 03:15,2026-10-25 03:45`
  await cast.ana.call(assignments.import, { body: {} }, planFile(row))
  expect(await shifts(cast)).toEqual(['2026-10-25T00:15–2026-10-25T01:45'])

  const url = `${assignments.export.path}?format=csv&language=en`
  const { body } = await cast.ana.send({ method: 'GET', url })
  const bytes = new TextEncoder().encode(body)
  const again = await cast.ana.call(assignments.import, { body: {} }, [{ name: 'a.csv', bytes }])

  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 1, wrong: [] })
})

test('keeps a concurrent edit when an import is undone', async () => {
  const cast = await set()
  const { ana, database } = cast
  await cast.startJobs()
  const row = (until: string) =>
    planFile(`${phones.bogdan},AB1,1,2026-11-22 06:00,2026-11-22 ${until}`)
  await ana.call(assignments.import, { body: {} }, row('20:00'))

  // Another user has extended the shift in an open transaction.
  const [held, letGo] = [gate(), gate()]
  const other = database.write(async (tx) => {
    await sql`update assignments set until_at = '2026-11-22T21:00+02:00', changing = 'rodica'`.execute(
      tx,
    )
    held.open()
    await letGo.isOpen
  })
  await held.isOpen
  const imported = ana.call(assignments.import, { body: {} }, row('23:00'))
  await expect.poll(() => waitingForARow(database)).toBe(1)
  letGo.open()
  await Promise.all([other, imported])
  expect(await shifts(cast)).toEqual(['2026-11-22T04:00–2026-11-22T21:00'])

  const [latest] = await ana.call(assignments.listImports)
  await ana.call(assignments.undoImport, { params: { id: latest!.id } })
  await expect
    .poll(async () => (await ana.call(assignments.listImports))[0]?.state, { timeout: 10_000 })
    .toBe('undone')
  expect(await shifts(cast)).toEqual(['2026-11-22T04:00–2026-11-22T19:00'])
})

test.each([
  ['a code in small letters', 'ab', 'ab1'],
  ['names', 'alba', 'AIUD'],
  ['the name of the municipality alone', '', 'Aiud'],
])('finds an area by %s', async (_how, county, municipality) => {
  const cast = await set()
  const rows = [
    'Telefon;Județ;Localitate;Secție;De la;Până la',
    `${phones.bogdan};${county};${municipality};1;22.11.2026 6:00;22.11.2026 22:00`,
  ]
  const bytes = new TextEncoder().encode(rows.join('\n'))
  const taken = await cast.ana.call(assignments.import, { body: {} }, [{ name: 'p.csv', bytes }])

  expect(taken).toMatchObject({ added: 1, wrong: [] })
})

test('refuses a name of several areas as ambiguous, not as unknown', async () => {
  const cast = await set()
  const rows = ['Code,Name,Parent code', 'AB77,Aiud,AB']
  const bytes = new TextEncoder().encode(rows.join('\n'))
  await cast.ana.call(places.importAreas, { body: {} }, [{ name: 'a.csv', bytes }])
  const row = `${phones.bogdan},Aiud,1,22.11.2026 6:00,22.11.2026 22:00`

  await expect(
    cast.ana.call(assignments.import, { body: {} }, planFile(row)),
  ).rejects.toMatchObject({
    details: { rows: [{ line: 2, faults: [{ code: 'area.several', details: { name: 'Aiud' } }] }] },
  })
})
