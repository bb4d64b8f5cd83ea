import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, blaj, dej, said, send } from '#features/answers/server/testing.ts'
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
  await send(bogdan, said(cast, aiud, 'A1.1', 'Nu'), said(cast, blaj, 'A1.1', 'Nu'))
  await send(dana, said(cast, dej, 'A1.1', 'Nu'), said(cast, dej, 'A2.1', 'Cabine'))
  await send(emil, said(cast, dej, 'A1.1', 'Nu'))
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

test.each([
  ['visits', sql`flagged = flagged + 1`],
  ['visit_counts', sql`observers = observers + 1`],
  ['county_counts', sql`flagged = flagged + 1`],
  ['station_counts', sql`answered = answered + 1`],
  ['station_flags', sql`flagged = flagged + 1`],
  ['flagged_stations', sql`stations = stations + 1`],
  ['report_counts', sql`reports = reports + 1`],
  ['observer_counts', sql`visits = visits + 1`],
  ['cover_counts', sql`visited = visited + 1`],
  ['observers_elsewhere', sql`polling_station_id = polling_station_id + 1`],
  ['expectations', sql`progress = 2 - progress`],
  ['expectation_counts', sql`expected = expected + 1`],
])('finds a false figure in %s', async (table, falsified) => {
  const cast = await set()
  await evening(cast)

  await cast.database.write((tx) => sql`update ${sql.table(table)} set ${falsified}`.execute(tx))

  const { findings } = await judgeFigures(cast.database)
  expect(findings.length).toBeGreaterThan(0)
})
