import { sql } from 'kysely'
import type { Database, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import { planChanged } from '../contract.ts'
import { expectAt, expectLater, stationsAtOnce } from './expecting-queries.ts'

type Dependencies = { readonly database: Database }

export const assignmentWorkers = ({ database }: Dependencies): readonly Worker[] => [
  worker(expectLater, ({ payload, signal }) => expectInSteps(database, payload, signal)),
]

type Ordered = {
  readonly electionId: Id<'elections'>
  readonly stationIds?: readonly Id<'pollingStations'>[] | undefined
}

/** Goes through these stations, or all that anybody is or was assigned to; may be run twice at once. */
async function expectInSteps(
  database: Database,
  { electionId, stationIds }: Ordered,
  signal: AbortSignal,
): Promise<void> {
  const rest = throttleToHalf(signal)
  for (let after = 0; ; ) {
    const reached = await database.write((tx) => expectNext(tx, electionId, stationIds, after))
    if (reached === undefined) return
    after = reached
    await rest()
  }
}

/** The next hundred stations; returns the last of them, or undefined at the end, which it announces. */
async function expectNext(
  tx: Tx,
  electionId: Id<'elections'>,
  stationIds: readonly Id<'pollingStations'>[] | undefined,
  after: number,
): Promise<number | undefined> {
  await lockElectionShared(tx, electionId)
  const { rows } = await sql<{ pollingStationId: Id<'pollingStations'> }>`
    select distinct a.polling_station_id from assignments a
     where a.election_id = ${electionId} and a.polling_station_id > ${after}
       and (${stationIds === undefined} or a.polling_station_id = any(${stationIds ?? []}::integer[]))
     order by 1 limit ${stationsAtOnce}`.execute(tx)
  const stations = rows.map(({ pollingStationId }) => pollingStationId)
  if (stations.length > 0) await expectAt(tx, electionId, stations)
  else await announce(tx, planChanged, { electionId, ngoId: null }, {})
  return stations.at(-1)
}
