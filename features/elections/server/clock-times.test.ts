import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { arrival, due, figuresSettled } from '#features/milestones/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { currentId } from './testing.ts'

const set = stage()

/** A shift from 06:00 to 23:59 and a deadline at 12:00, in Bucharest; another deadline follows the shift. */
async function planned() {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const { dueAt: _, ...after } = arrival
  await due(cast, arrival, { ...after, name: 'După o oră', dueAfterMinutes: 60 })
  return cast
}

const shifts = async ({ ana }: Stage) =>
  (await ana.call(assignments.list, { query: {} })).data.map(
    ({ from, until }) => `${from.toISOString()} ${until.toISOString()}`,
  )

const deadlines = async ({ ana }: Stage) =>
  (await ana.call(milestones.list)).map(({ dueAt }) => dueAt?.toISOString())

const moveTo = ({ ana }: Stage, timezone: string, keep?: 'moments' | 'times') =>
  ana.call(elections.edit, { body: { timezone, ...(keep && { keep }) } })

test('shows how a new time zone changes clock times, and nothing where they agree', {
  tags: 'slow',
}, async () => {
  const cast = await planned()
  const params = { id: await currentId(cast) }
  const skipped = { count: 0, first: [] }
  const ask = (timezone: string) =>
    cast.ana.call(elections.clockTimes, { params, query: { timezone } })

  expect(await ask('Europe/Berlin')).toEqual([
    { what: 'shifts', count: 1, was: '2026-11-22 06:00', becomes: '2026-11-22 05:00', skipped },
    { what: 'milestones', count: 1, was: '2026-11-22 12:00', becomes: '2026-11-22 11:00', skipped },
  ])
  expect(await ask('Europe/Helsinki')).toEqual([])
})

test('names the times that clocks of another zone skip', async () => {
  const cast = await planned()
  const [first] = (await cast.ana.call(assignments.list, { query: {} })).data
  const { observerId, pollingStationId } = first!
  // Clocks of Berlin are put forward from 02:00 to 03:00 that night, those of Bucharest from 03:00 to 04:00.
  const shift = { from: '2026-03-29 00:00', until: '2026-03-29 02:30' }
  await cast.ana.call(assignments.add, {
    body: { assignments: [{ observerId, pollingStationId, ...shift }] },
  })
  await due(cast, { ...arrival, name: 'Noaptea', dueAt: '2026-03-29 02:15' })

  const reply = await cast.ana.call(elections.clockTimes, {
    params: { id: await currentId(cast) },
    query: { timezone: 'Europe/Berlin' },
  })

  expect(reply.map(({ what, skipped }) => [what, skipped])).toEqual([
    [
      'shifts',
      {
        count: 1,
        first: [{ name: 'Bogdan Pop', was: '2026-03-29 02:30', becomes: '2026-03-29 03:30' }],
      },
    ],
    [
      'milestones',
      {
        count: 1,
        first: [{ name: 'Noaptea', was: '2026-03-29 02:15', becomes: '2026-03-29 03:15' }],
      },
    ],
  ])
})

test('moves shifts, milestones and their deadlines when clock times stay', async () => {
  const cast = await planned()

  await moveTo(cast, 'Europe/Berlin', 'times')

  expect(await shifts(cast)).toEqual(['2026-11-22T05:00:00.000Z 2026-11-22T22:59:00.000Z'])
  expect(await deadlines(cast)).toContain('2026-11-22T11:00:00.000Z')
  await figuresSettled(cast)
})

test.each([undefined, 'moments'] as const)(
  'keeps shifts and deadlines when moments stay (%s)',
  async (keep) => {
    const cast = await planned()
    const before = [await shifts(cast), await deadlines(cast)]

    await moveTo(cast, 'Europe/Berlin', keep)

    expect([await shifts(cast), await deadlines(cast)]).toEqual(before)
  },
)

test('moves consecutive shifts of an observer together', async () => {
  const cast = await planned()
  const [first] = (await cast.ana.call(assignments.list, { query: {} })).data
  const { observerId, pollingStationId } = first!
  const hours = [
    ['2026-11-21 07:00', '2026-11-21 08:00'],
    ['2026-11-21 08:00', '2026-11-21 09:00'],
    ['2026-11-21 09:00', '2026-11-21 10:00'],
  ] as const
  const body = {
    assignments: hours.map(([from, until]) => ({ observerId, pollingStationId, from, until })),
  }
  await cast.ana.call(assignments.add, { body })

  await moveTo(cast, 'Europe/Berlin', 'times')
  await moveTo(cast, 'Asia/Tbilisi', 'times')

  expect(await shifts(cast)).toEqual(
    expect.arrayContaining([
      '2026-11-21T03:00:00.000Z 2026-11-21T04:00:00.000Z',
      '2026-11-21T04:00:00.000Z 2026-11-21T05:00:00.000Z',
      '2026-11-21T05:00:00.000Z 2026-11-21T06:00:00.000Z',
    ]),
  )
})

test('moves a deleted shift to the clock of the new zone', async () => {
  const cast = await planned()
  const [one] = (await cast.ana.call(assignments.list, { query: {} })).data
  await cast.database.write((tx) =>
    sql`update assignments set deleted_at = now() where id = ${one?.id as Id<'assignments'>}`.execute(
      tx,
    ),
  )

  await moveTo(cast, 'Europe/Berlin', 'times')

  const { rows } = await sql<{ fromAt: Date }>`select from_at from assignments`.execute(
    cast.database.primary,
  )
  expect(rows).toEqual([{ fromAt: new Date('2026-11-22T05:00:00Z') }])
})
