import { sql } from 'kysely'
import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { analysis } from '#features/analysis/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import { currentId } from '#features/elections/server/testing.ts'
import { map } from '#features/map/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { reminders } from '#features/reminders/contract.ts'
import { situation, wall, wallLinks } from '#features/situation/contract.ts'
import { stations } from '#features/stations/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { asOfHeader } from '#kit/contract/figures.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { endpoints } from '../../apps/server/endpoints.ts'

const set = stage()

const all: readonly Endpoint[] = Object.values(endpoints).flatMap((own) => Object.values(own))

const hasAsOf = ({ reply }: Endpoint) => reply instanceof z.ZodObject && 'asOf' in reply.shape
const isArray = ({ reply }: Endpoint) => reply instanceof z.ZodArray

/** Reads a moment of the reply, or of its header, without waiting for the projector. */
async function asOf(person: Stage['ana'], endpoint: Endpoint, query = {}): Promise<Date> {
  const { statusCode, headers, body } = await person.send({
    url: addressOf(endpoint, {
      params: { method: 'observerNumber', questionId: 1, dimension: 'area' },
      query,
    } as never),
  })
  expect(statusCode, endpoint.path).toBe(200)
  return new Date(headers[asOfHeader] ? String(headers[asOfHeader]) : JSON.parse(body).asOf)
}

/** Marks a station of an election as changed some seconds ago; nothing else waits. */
async function markAgo({ database, figures }: Stage, electionId: number, seconds: number) {
  await figures()
  await database.write(async (tx) => {
    await mark(tx, electionId, { name: 'stations' }, [1])
    await sql`update marks set marked_at = now() - make_interval(secs => ${seconds})`.execute(tx)
  })
}

test('objects with figures, and no others, declare asOf', () => {
  const withFigures = all.filter(({ hasFigures }) => hasFigures)

  expect(withFigures.length).toBeGreaterThan(10)
  expect(all.filter(hasAsOf)).toEqual(withFigures.filter((one) => !isArray(one)))
})

test('dates figures by the oldest pending mark, and by the clock once all are counted', async () => {
  const cast = await set()
  const [county] = (await cast.ana.call(map.areas, { query: {} })).areas
  const read = () =>
    Promise.all([
      asOf(cast.ana, statistics.list),
      asOf(cast.ana, statistics.trend),
      asOf(cast.ana, analysis.count),
      asOf(cast.ana, analysis.breakDown),
      asOf(cast.ana, situation.read),
      asOf(cast.ana, map.areas),
      asOf(cast.ana, map.stations, { countyId: county!.id }),
      asOf(cast.ana, assignments.areas),
      asOf(cast.ana, assignments.uncovered),
      asOf(cast.ana, milestones.list),
      asOf(cast.ana, milestones.deployment),
      asOf(cast.ana, milestones.expected),
      asOf(cast.ana, reminders.list),
      asOf(cast.ana, stations.unsettled),
    ])
  await markAgo(cast, await currentId(cast), 100)
  cast.clock.now = new Date(cast.clock.now.getTime() + 1000)

  for (const moment of await read()) {
    const behindMs = cast.clock.now.getTime() - moment.getTime()
    expect(behindMs).toBeGreaterThanOrEqual(100_000)
    expect(behindMs).toBeLessThan(160_000)
  }
  await cast.figures()
  for (const moment of await read()) expect(moment).toEqual(cast.clock.now)
})

test('dates the figures of a wall in the same way', async () => {
  const cast = await set()
  const { link } = await cast.ana.call(wallLinks.make, { body: { name: 'Sala mare' } })
  const read = async () => {
    const headers = { authorization: `Bearer ${link.split('#')[1]}` }
    const { body } = await cast.stranger.send({ url: wall.read.path, headers })
    return new Date(JSON.parse(body).asOf)
  }
  await markAgo(cast, await currentId(cast), 100)

  expect(cast.clock.now.getTime() - (await read()).getTime()).toBeGreaterThanOrEqual(100_000)
  await cast.figures()
  expect(await read()).toEqual(cast.clock.now)
})

test('dates exported figures in the source sheet and in a header', async () => {
  const cast = await set()
  const read = async (format: string) => {
    const url = addressOf(statistics.exportCoverage, {
      query: { format: format as 'csv', language: 'en' },
    })
    return cast.ana.send({ url })
  }
  await markAgo(cast, await currentId(cast), 100)
  await cast.figures()

  expect((await read('csv')).headers[asOfHeader]).toBe(cast.clock.now.toISOString())
  const [, source] = await readExcel((await read('xlsx')).rawPayload)
  expect(Object.fromEntries(source!.data)).toMatchObject({
    'Figures as of': Object.fromEntries(source!.data)['Made'],
  })
  await markAgo(cast, await currentId(cast), 100)
  const behind = new Date(String((await read('csv')).headers[asOfHeader]))
  expect(cast.clock.now.getTime() - behind.getTime()).toBeGreaterThanOrEqual(100_000)
})

test('marks of another election do not make figures older', async () => {
  const cast = await set()
  await markAgo(cast, (await currentId(cast)) + 1, 100)

  expect(await asOf(cast.ana, statistics.trend)).toEqual(cast.clock.now)
})
