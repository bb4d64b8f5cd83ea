import type { Ending } from '#database/connections/transaction.ts'
import type { Tx } from '#database/open.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import {
  type BatchHandler,
  type CallWithoutDb,
  serve,
  serveBatched,
} from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { visits } from '../contract.ts'
import { findInfo } from './info-queries.ts'
import { storingInfosOf } from './store.ts'
import { keepUnplaced } from './unplaced-queries.ts'

type InfoCall = CallWithoutDb<typeof visits.report> | CallWithoutDb<typeof visits.leave>

export function visitRoutes(server: Server): void {
  serveBatched(server, visits.report, storing)
  serveBatched(server, visits.leave, storing)

  serve(server, visits.info, async ({ db, who, query }) => {
    const stationId = query.pollingStationNumber ?? query.pollingStationId
    if (stationId === undefined) return null
    return (await findInfo(db, who.scope, query.observerId, stationId)) ?? null
  })
}

/** A batch of station info in one election, with the stations that it names. */
type SentInfos = {
  readonly electionId: Id<'elections'>
  readonly calls: readonly InfoCall[]
  readonly stations: Awaited<ReturnType<typeof findStations>>
}

const storing = {
  lookUp: (tx: Tx, calls: readonly InfoCall[]): Promise<SentInfos[]> => {
    const elections = groupBy(calls, ({ who }) => who.scope.electionId)
    return Promise.all(
      [...elections].map(async ([electionId, own]) => {
        const named = own.map(({ body }) => body)
        return { electionId, calls: own, stations: await findStations(tx, electionId, named) }
      }),
    )
  },
  handle: async (
    tx: Tx,
    calls: readonly InfoCall[],
    elections: readonly SentInfos[],
    end: Ending,
  ) => {
    for (const sent of elections) await takeInfos(tx, sent, end)
    return calls.map(() => ({}))
  },
} satisfies BatchHandler<typeof visits.report, SentInfos[]>

/** Stores station info for known stations; the rest becomes unplaced items. */
async function takeInfos(
  tx: Tx,
  { electionId, calls, stations }: SentInfos,
  end: Ending,
): Promise<void> {
  const read = calls.map(({ who, now, body }) => ({
    ...{ who, now, draft: body },
    station: who.isOver ? undefined : stations.get(addressKeyOf(body)),
  }))
  const asides = read.filter(({ station }) => !station)
  // Observers of the whole batch are locked at once, in the order of visits, to avoid deadlocks.
  if (asides.length > 0)
    await lockObservers(
      tx,
      calls.map(({ who }) => who.id),
    )
  for (const { who, now, draft } of asides) {
    const reason = who.isOver ? 'election-archived' : 'no-such-station'
    await keepUnplaced(tx, who, [{ kind: 'station-info', reason, sent: draft }], now)
  }
  const placed = read.flatMap(({ station, ...one }) => (station ? [{ ...one, station }] : []))
  end(...(await storingInfosOf(tx, electionId, placed)))
}
