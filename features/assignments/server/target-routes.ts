import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { assignments, planChanged } from '../contract.ts'
import { coveredAreas } from './subjects.ts'
import { findByCode, lockTarget, readTarget, storeTarget } from './target-queries.ts'

const recordChange = changeRecorder('coverage_targets', planChanged, 'everybody')

/** The most unknown stations that a refusal names; it counts all of them. */
const mostListed = 100

export function targetRoutes(server: Server): void {
  serve(server, assignments.target, ({ db, who }) => readTarget(db, who.scope.electionId))
  serve(server, assignments.setTarget, async (call) => {
    const { db, who, body } = call
    const { electionId } = who.scope
    const { revision, stationIds } = await lockTarget(db, electionId)
    if (body.revision !== revision) throw new Problem('thing.changed-meanwhile', { revision })
    const found = await findByCode(db, electionId, body.stations)
    const unknown = body.stations.flatMap((station, at) =>
      found[at] === undefined ? [{ row: at + 1, ...station }] : [],
    )
    if (unknown.length > 0)
      throw new Problem('target.unknown-stations', {
        count: unknown.length,
        stations: unknown.slice(0, mostListed),
      })
    const ids = found.flatMap((id) => id ?? [])
    await storeTarget(db, electionId, ids)
    await markAll(db, electionId, coveredAreas)
    await recordChange(call, 'assignments.target-set', null, {
      before: { targetStations: stationIds.length },
      after: { targetStations: new Set(ids).size },
    })
    return { revision: revision + 1 }
  })
}
