import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { type Call, serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { visits } from '../contract.ts'
import { findInfo, lockVisit } from './queries.ts'
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

/** The visit the call is about; when the station is unknown the report is kept aside instead. */
async function findVisit({ db, who, body, now }: Reporting) {
  const station = (await findStations(db, who.scope.electionId, [body])).get(addressKeyOf(body))
  if (!station) {
    const aside = { kind: 'station-info', reason: 'no-such-station', sent: body } as const
    await keepUnplaced(db, who, [aside], now)
    return undefined
  }
  return lockVisit(db, who, station, now)
}
