import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import { type ActorCall, batchChangeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type AssignmentDraft, assignments, planChanged } from '../contract.ts'
import { analyzePlan, findPlannable, insertAssignments, type PlanValues } from './change-queries.ts'
import { listAssignments } from './list-queries.ts'
import { markPlanned } from './projections.ts'
import { proposeAssignments, proposeSuccessors } from './proposal-queries.ts'
import { listPlannedAreas, ofOrganisation } from './queries.ts'
import { countTarget } from './target-queries.ts'
import { listUnassigned } from './unassigned-queries.ts'
import { listUncovered } from './uncovered-queries.ts'

const recordChanges = batchChangeRecorder('assignments', planChanged, 'own organisation')

export function assignmentRoutes(server: Server): void {
  serve(server, assignments.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listAssignments(db, ofOrganisation(who.scope, query), query)
    return { data, ...countPages(query, totalItems) }
  })
  serveCoalesced(
    server,
    assignments.areas,
    ({ who, query }) => ({ scope: who.scope, query }),
    async (db, { scope, query }) => ({
      areas: await listPlannedAreas(db, ofOrganisation(scope, query), query),
      target: await countTarget(db, scope.electionId),
    }),
  )
  serveCoalesced(
    server,
    assignments.unassigned,
    ({ who, query }) => ({ scope: who.scope, query }),
    async (db, { scope, query }) => {
      const { data, totalItems } = await listUnassigned(db, ofOrganisation(scope, query), query)
      return { data, ...countPages(query, totalItems) }
    },
  )
  serve(server, assignments.uncovered, async ({ db, who, query }) => {
    const { data, totalItems } = await listUncovered(db, ofOrganisation(who.scope, query), query)
    return { data, ...countPages(query, totalItems) }
  })
  serve(server, assignments.proposals, async ({ db, who, query }) => {
    const scope = ofOrganisation(who.scope, query)
    if (query.pollingStationId !== undefined)
      return proposeSuccessors(db, scope, query.pollingStationId, query.day)
    const areaId = query.areaId ?? query.countyId
    return areaId === undefined ? [] : proposeAssignments(db, scope, areaId, query.day)
  })
  serve(server, assignments.add, (call) => addAll(call, call.body.assignments))
}

async function addAll(
  call: Call<typeof assignments.add>,
  drafts: readonly AssignmentDraft[],
): Promise<Id<'assignments'>[]> {
  const { db, who } = call
  const each = drafts.map(({ from, until, ...draft }) => ({
    ...draft,
    from: readMoment(from, who.timezone, 'earlier'),
    until: readMoment(until, who.timezone),
  }))
  const ngoIds = await expectFits(call, each)
  const ids = await insertAssignments(db, who.scope, each)
  const added = each.map((one, at) => {
    const id = ids[at]
    if (id === undefined) throw taken(one)
    return id
  })
  await analyzePlan(db, added.length)
  await markPlanned(db, who.scope.electionId, each)
  const lines = each.map((one, at) => ({
    subjectId: added[at] ?? 0,
    after: auditSnapshot(one),
    ...(ngoIds[at] !== undefined && { ngoId: ngoIds[at] }),
  }))
  await recordChanges(call, 'assignments.added', lines)
  return added
}

/**
 * Refuses shifts that end before they begin, and observers or stations that the caller may not plan with. Returns the
 * organisation of each observer.
 */
export async function expectFits(
  { db, who }: ActorCall,
  each: readonly PlanValues[],
): Promise<(Id<'ngos'> | undefined)[]> {
  if (each.some(({ from, until }) => from >= until))
    throw new Problem('assignment.ends-early', { field: 'until' })
  const { observers, stations } = await findPlannable(db, who.scope, {
    observerIds: each.map(({ observerId }) => observerId),
    stationIds: each.map(({ pollingStationId }) => pollingStationId),
  })
  const isKnown = (one: PlanValues) =>
    observers.has(one.observerId) && stations.has(one.pollingStationId)
  if (!each.every(isKnown)) throw new Problem('thing.not-found')
  return each.map(({ observerId }) => observers.get(observerId))
}

/** The observer already has an assignment at that station from that time. */
export const taken = ({ observerId, pollingStationId }: PlanValues) =>
  new Problem('assignment.taken', { observerId, pollingStationId })

/** An assignment as history records it. */
export const auditSnapshot = ({
  observerId,
  pollingStationId,
  from,
  until,
  isMobile,
}: PlanValues) => ({
  observerId,
  pollingStationId,
  from,
  until,
  isMobile,
})
