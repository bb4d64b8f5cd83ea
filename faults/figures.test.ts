import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { judgeFigures } from './random/oracles/figures/judge-figures.ts'

const set = stage()

/** Reports of three observers, including a test observer, and a plan with two milestones. */
async function evening(cast: Stage): Promise<void> {
  const { ana, bogdan, dana, emil, field } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'), answerOf(cast, dej, 'A2.1', 'Cabine'))
  await send(emil, answerOf(cast, dej, 'A1.1', 'Nu'))
  await bogdan.call(notes.write, { body: { ...blaj, text: 'Fără cabine.' } })
  const { data } = await ana.call(observers.list, { query: { name: 'Bogdan' } })
  const hours = { from: '2026-11-22 06:00', until: '2026-11-22 22:00', isMobile: false }
  const pollingStationId = field.stationId('AB1', 1)
  await ana.call(assignments.add, {
    body: { assignments: [{ observerId: data[0]!.id, pollingStationId, ...hours }] },
  })
  for (const kind of ['arrival', 'station-info'] as const)
    await ana.call(milestones.add, { body: { name: kind, kind, dueAt: '2026-11-22 08:00' } })
  await cast.figures()
}

test('counts the figures of an evening as the glossary has them, and its plan as the model does', async () => {
  const cast = await set()
  await evening(cast)

  expect(await judgeFigures(cast.database)).toMatchObject({ findings: [], owed: 2 })
})

const figures = [
  ['visits', 'flagged'],
  ['visit_counts', 'observers'],
  ['county_counts', 'flagged'],
  ['station_counts', 'answered'],
  ['station_flags', 'flagged'],
  ['flagged_stations', 'stations'],
  ['report_counts', 'reports'],
  ['observer_counts', 'visits'],
  ['cover_counts', 'visited'],
  ['observers_elsewhere', 'polling_station_id'],
  ['expectations', 'progress'],
  ['expectation_counts', 'expected'],
] as const

test('finds a false figure in each table of figures', async () => {
  const cast = await set()
  await evening(cast)
  const add = ([table, column]: (typeof figures)[number], more: number) =>
    cast.database.write((tx) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${more}`.execute(
        tx,
      ),
    )
  const missed: string[] = []

  for (const one of figures) {
    await add(one, 1)
    const { findings } = await judgeFigures(cast.database)
    if (findings.length === 0) missed.push(one[0])
    await add(one, -1)
    expect((await judgeFigures(cast.database)).findings, one[0]).toEqual([])
  }

  expect(missed).toEqual([])
})
