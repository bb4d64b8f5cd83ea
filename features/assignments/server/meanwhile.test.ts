import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { deadlocksIn, holdLocks, waitingForARow } from '#testing/locks.ts'
import { stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'

const set = stage()

test('avoids a deadlock between two who plan the same shifts in different order', async () => {
  const cast = await set()
  const { ana, database, field } = cast
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  const pollingStationId = field.stationId('AB1', 1) as Id<'pollingStations'>
  const until = '2026-11-22 22:00'
  const add = (...hours: readonly number[]) =>
    ana.call(assignments.add, {
      body: {
        assignments: hours.map((hour) => ({
          ...{ observerId, pollingStationId, until },
          from: `2026-11-22 0${hour}:00`,
        })),
      },
    })
  const before = await deadlocksIn(database)

  const letGo = await holdLocks(database, (tx) =>
    sql`
      insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at)
      select election_id, id, ${pollingStationId}, '2026-11-22 06:00+02', '2026-11-22 22:00+02'
        from observers where id = ${observerId}`.execute(tx),
  )
  const first = add(7, 6, 8)
  await expect.poll(() => waitingForARow(database)).toBe(1)
  const second = add(8, 7, 6)
  await expect.poll(() => waitingForARow(database)).toBe(2)
  await letGo()

  const outcomes = await Promise.allSettled([first, second])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await deadlocksIn(database)).toBe(before)
})
