import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { visits } from '../contract.ts'
import { findInfo } from './info-queries.ts'
import { lockVisit } from './queries.ts'
import { storeInfo } from './store.ts'
import { keepUnplaced } from './unplaced-queries.ts'

export function visitRoutes(server: Server): void {
  serve(server, visits.report, async (call) => {
    const visit = await findVisit(call)
    if (visit) await storeInfo(call, visit, call.body)
    return {}
  })

  serve(server, visits.leave, async (call) => {
    const visit = await findVisit(call)
    if (visit) await storeInfo(call, visit, call.body)
    return {}
  })

  serve(server, visits.info, async ({ db, who, query }) => {
    const stationId = query.pollingStationNumber ?? query.pollingStationId
    if (stationId === undefined) return null
    return (await findInfo(db, who.scope, query.observerId, stationId)) ?? null
  })
}

type Reporting = Call<typeof visits.report> | Call<typeof visits.leave>

/** The visit of the call; if there can be none, the report becomes an unplaced item. */
async function findVisit({ db, who, body, now }: Reporting) {
  const station = (await findStations(db, who.scope.electionId, [body])).get(addressKeyOf(body))
  if (station && !who.isOver) return lockVisit(db, who, station, now)
  const reason = who.isOver ? 'election-archived' : 'no-such-station'
  await keepUnplaced(db, who, [{ kind: 'station-info', reason, sent: body }], now)
  return undefined
}
