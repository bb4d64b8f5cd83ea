import { expect, test } from 'vitest'
import { elections } from '#features/elections/contract.ts'
import { currentId } from '#features/elections/server/testing.ts'
import { type Person, phones, stage } from '#testing/stage.ts'
import { assignments } from '../../contract.ts'
import { planElsewhere, planFile } from '../testing.ts'

const set = stage()

/** The plan in the election's time zone, as file rows. */
async function plan({ send }: Person) {
  const { body } = await send({ url: `${assignments.export.path}?format=csv&language=en` })
  return body
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [phone, , , , area, number, from, until] = line.trim().split(',')
      return [phone, area, number, from?.slice(0, 16), until?.slice(0, 16)].join(' ')
    })
}

test('copies shifts to this election’s days at the same clock times, also over midnight', async () => {
  const cast = await set()
  // A Sunday in summer, three hours ahead of UTC; this election is in winter, two hours ahead.
  const electionId = await planElsewhere(
    cast,
    [
      [phones.bogdan, 'AB1', 1, '2024-06-09 03:30Z', '2024-06-09 19:00Z'],
      [phones.bogdan, 'CJ1', 1, '2024-06-09 19:00Z', '2024-06-10 03:00Z'],
    ],
    { day: '2024-06-09' },
  )

  const checked = await cast.ana.call(assignments.copy, { body: { electionId, dryRun: true } })
  expect(checked).toMatchObject({ added: 2, wrong: [] })
  expect(await plan(cast.ana)).toEqual([])
  expect(await cast.ana.call(assignments.copy, { body: { electionId } })).toMatchObject({
    added: 2,
  })

  const { day } = await cast.ana.call(elections.current)
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  expect(await plan(cast.ana)).toEqual([
    `${phones.bogdan} AB1 1 ${day} 06:30 ${day} 22:00`,
    `${phones.bogdan} CJ1 1 ${day} 22:00 ${next} 06:00`,
  ])
  expect(await cast.ana.call(assignments.copy, { body: { electionId } })).toMatchObject({
    ...{ added: 0, changed: 0, unchanged: 2 },
  })
})

test('starts a shift at the first and ends it at the second occurrence of a repeated hour', async () => {
  const cast = await set()
  await cast.ana.call(elections.edit, { body: { day: '2026-10-25' } })
  const electionId = await planElsewhere(
    cast,
    [[phones.bogdan, 'AB1', 1, '2024-06-09 00:30Z', '2024-06-09 19:00Z']],
    { day: '2024-06-09' },
  )
  await cast.ana.call(assignments.copy, { body: { electionId } })

  const { data } = await cast.ana.call(assignments.list, { query: {} })
  expect(data.map(({ from, until }) => [from.toISOString(), until.toISOString()])).toEqual([
    ['2026-10-25T00:30:00.000Z', '2026-10-25T20:00:00.000Z'],
  ])
})

test('names unmatched rows by line and refuses the copy unless they may be skipped', async () => {
  const cast = await set()
  const electionId = await planElsewhere(cast, [
    [phones.bogdan, 'AB1', 1, '2026-12-06 04:30Z', '2026-12-06 19:00Z'],
    ['0799 999 999', 'AB2', 1, '2026-12-06 04:30Z', '2026-12-06 19:00Z'],
  ])
  await cast.ana.call(
    assignments.import,
    { body: {} },
    planFile(`${phones.bogdan},CJ1,1,2026-11-22 21:30,2026-11-22 23:00`),
  )
  const { day } = await cast.ana.call(elections.current)
  expect(day).toBe('2026-11-22')

  const body = { electionId, dryRun: true }
  const { wrong } = await cast.ana.call(assignments.copy, { body })
  expect(wrong.map(({ line, faults }) => [line, faults[0]?.code])).toEqual([
    [2, 'observer.unknown'],
  ])
  await expect(cast.ana.call(assignments.copy, { body: { electionId } })).rejects.toMatchObject({
    code: 'import.refused',
  })
  const skipped = { electionId, skipInvalid: true }
  expect(await cast.ana.call(assignments.copy, { body: skipped })).toMatchObject({ added: 1 })
})

test('refuses a copied shift when its observer is planned elsewhere at that time', async () => {
  const cast = await set()
  const electionId = await planElsewhere(cast, [
    [phones.bogdan, 'AB1', 1, '2026-12-06 04:30Z', '2026-12-06 19:00Z'],
  ])
  await cast.ana.call(
    assignments.import,
    { body: {} },
    planFile(`${phones.bogdan},CJ1,1,2026-11-22 12:00,2026-11-22 23:00`),
  )

  const { wrong } = await cast.ana.call(assignments.copy, { body: { electionId, dryRun: true } })

  expect(wrong).toMatchObject([
    { line: 1, faults: [{ code: 'shift.elsewhere', details: { area: 'Dej', number: 1 } }] },
  ])
})

test('undoes a copied plan like an import and records its source in history', async () => {
  const cast = await set()
  await cast.startJobs()
  const electionId = await planElsewhere(cast, [
    [phones.bogdan, 'AB1', 1, '2026-12-06 04:30Z', '2026-12-06 19:00Z'],
  ])
  await cast.ana.call(assignments.copy, { body: { electionId } })
  const [copied] = await cast.ana.call(assignments.listImports)
  expect(copied).toMatchObject({ fileName: 'Turul II', added: 1 })

  await cast.ana.call(assignments.undoImport, { params: { id: copied!.id } })
  await expect.poll(() => plan(cast.ana), { timeout: 10_000 }).toEqual([])

  const lines = await cast.database.primary
    .selectFrom('history')
    .select(['act', 'after'])
    .where('subject', '=', 'assignments')
    .where('act', '=', 'assignments.copied')
    .execute()
  expect(lines).toMatchObject([{ after: { fileName: 'Turul II', added: 1 } }])
})

test('refuses to copy an election to itself, and refuses users without set-up rights', async () => {
  const cast = await set()
  const electionId = await currentId(cast)

  await expect(cast.ana.call(assignments.copy, { body: { electionId } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  for (const person of [cast.calin, cast.sanda, cast.rodica])
    await expect(person.call(assignments.copy, { body: { electionId } })).rejects.toMatchObject({
      code: 'session.forbidden',
    })
})
