import { expect, test } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { history } from '#features/history/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { statistics } from '../contract.ts'

const set = stage()

/** Bogdan is assigned to Aiud and Dej, Dana to Dej, all due at noon. Bogdan has reported. It is one o'clock. */
async function planned(cast: Stage) {
  await cast.startJobs()
  const { ana, bogdan, field } = cast
  const each = [
    ['Bogdan Pop', 'AB1'],
    ['Bogdan Pop', 'CJ1'],
    ['Dana Ionescu', 'CJ1'],
  ] as const
  const body = {
    assignments: await Promise.all(
      each.map(async ([name, area]) => ({
        observerId: await observerIdOf(cast, name),
        pollingStationId: field.stationId(area, 1) as Id<'pollingStations'>,
        from: '2026-11-22 06:00',
        until: '2026-11-22 22:00',
        isMobile: false,
      })),
    ),
  }
  const [, second] = await ana.call(assignments.add, { body })
  const due = { kind: 'arrival', dueAt: '2026-11-22 12:00' } as const
  await ana.call(milestones.add, { body: { name: 'Sosire', ...due } })
  await ana.call(milestones.add, {
    body: { name: 'Date', kind: 'station-info', dueAt: '2026-11-22 20:00' },
  })
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await cast.figures()
  cast.clock.now = new Date('2026-11-22T13:00:00+02:00')
  return second!
}

/** The lines of a CSV file, without its byte order mark. */
async function linesOf(person: Person, { path }: Endpoint, query: Record<string, string> = {}) {
  const params = new URLSearchParams({ format: 'csv', language: 'en', ...query })
  const { statusCode, body } = await person.send({ method: 'GET', url: `${path}?${params}` })
  expect(statusCode).toBe(200)
  return body.replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('exports coverage of counties or of the areas in one, and records who did', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await planned(cast)
  const {
    areas: [alba],
  } = await cast.ana.call(assignments.areas, { query: {} })

  expect(await linesOf(cast.ana, statistics.exportCoverage)).toEqual([
    'Code,Area,Stations,Covered,Covered (%),Of these visited,Of these visited (%),Visited,Visited (%)',
    'AB,Alba,5,1,20,1,100,1,20',
    'CJ,Cluj,2,1,50,0,0,0,0',
  ])
  expect(
    await linesOf(cast.ana, statistics.exportCoverage, { areaId: String(alba!.areaId) }),
  ).toEqual([
    'Code,Area,Stations,Covered,Covered (%),Of these visited,Of these visited (%),Visited,Visited (%)',
    'AB1,Aiud,3,1,33.3,1,100,1,33.3',
    'AB2,Blaj,2,0,0,0,,0,0',
  ])
  // Romanian Excel needs a decimal comma: it reads 33.3 as text, and 10.7 as the tenth of July.
  const romanian = { areaId: String(alba!.areaId), language: 'ro' }
  expect(await linesOf(cast.ana, statistics.exportCoverage, romanian)).toContain(
    'AB1;Aiud;3;1;33,3;1;100;1;33,3',
  )
  const { data } = await cast.ana.call(history.list, { query: {} })
  expect(data[0]).toMatchObject({
    act: 'statistics.exported',
    after: { rows: 2, format: 'csv', filter: { areaId: alba!.areaId } },
  })
})

test('exports participation by area and milestone: done, late and excused', async () => {
  const cast = await set()
  const second = await planned(cast)
  await cast.ana.call(milestones.excuse, { body: { assignmentIds: [second], reason: 'Bolnav' } })
  await cast.figures()
  const [arrival] = await cast.ana.call(milestones.list)

  expect(await linesOf(cast.ana, statistics.exportParticipation)).toEqual([
    'Code,Area,Milestone,Due by,Expected,Done,In part,Late,Excused,Done (%)',
    'AB,Alba,Sosire,2026-11-22 12:00:00,1,1,0,0,0,100',
    'AB,Alba,Date,2026-11-22 20:00:00,1,0,0,0,0,0',
    'CJ,Cluj,Sosire,2026-11-22 12:00:00,1,0,0,1,1,0',
    'CJ,Cluj,Date,2026-11-22 20:00:00,1,0,0,0,1,0',
  ])
  const milestoneId = String(arrival!.id)
  expect(await linesOf(cast.ana, statistics.exportParticipation, { milestoneId })).toHaveLength(3)
})

test('limits exports to the counties of a desk and the observers of an organisation', async () => {
  const cast = await set()
  await planned(cast)

  const sanda = await linesOf(cast.sanda, statistics.exportParticipation)
  expect(sanda.slice(1).map((line) => line.split(',').slice(0, 5).join())).toEqual([
    'CJ,Cluj,Sosire,2026-11-22 12:00:00,2',
    'CJ,Cluj,Date,2026-11-22 20:00:00,2',
  ])
  expect(await linesOf(cast.sanda, statistics.exportCoverage)).toHaveLength(2)
  const calin = await linesOf(cast.calin, statistics.exportParticipation)
  expect(calin.slice(1).map((line) => line.split(',').slice(0, 5).join())).toEqual([
    'CJ,Cluj,Sosire,2026-11-22 12:00:00,1',
    'CJ,Cluj,Date,2026-11-22 20:00:00,1',
  ])
  expect(await linesOf(cast.calin, statistics.exportCoverage)).toEqual([
    'Code,Area,Stations,Covered,Covered (%),Of these visited,Of these visited (%),Visited,Visited (%)',
    'AB,Alba,5,0,0,0,,0,0',
    'CJ,Cluj,2,1,50,0,0,0,0',
  ])
})
