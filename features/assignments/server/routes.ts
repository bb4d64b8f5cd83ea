import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import {
  type ActorCall,
  batchChangeRecorder,
  changeRecorder,
} from '#kit/server/history/record-change.ts'
import { type Call, serve, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { announce } from '#kit/server/live/announce.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import { type AssignmentDraft, assignments, planChanged } from '../contract.ts'
import { beganBefore, minuteOf } from '../domain.ts'
import {
  analyzePlan,
  endAssignments,
  findPlannable,
  insertAssignments,
  lockAssignments,
  type PlanValues,
  removeAssignments,
  restoreAssignments,
  type StoredAssignment,
  updateAssignment,
} from './change-queries.ts'
import { markPlanned } from './projections.ts'
import { proposeAssignments, proposeSuccessors } from './proposal-queries.ts'
import { listAssignments, listPlannedAreas, ofOrganisation } from './queries.ts'
import { listUnassigned } from './unassigned-queries.ts'
import { listUncovered } from './uncovered-queries.ts'

const recordChange = changeRecorder('assignments', planChanged, 'own organisation')
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
      return proposeSuccessors(db, scope, query.pollingStationId)
    const areaId = query.areaId ?? query.countyId
    return areaId === undefined ? [] : proposeAssignments(db, scope, areaId)
  })
  changeRoutes(server)
}

function changeRoutes(server: Server): void {
  serve(server, assignments.add, (call) => addAll(call, call.body.assignments))

  serve(server, assignments.edit, async (call) => {
    const { db, who, params, body } = call
    const { revision, from, until, ...others } = body
    const [before] = await lockAssignments(db, who.scope, [params.id])
    if (!before) throw new Problem('thing.not-found')
    const change = {
      ...others,
      ...(from !== undefined && { from: readMoment(from, who.timezone, 'earlier') }),
      ...(until !== undefined && { until: readMoment(until, who.timezone) }),
    }
    expectUnchanged(before, change, revision)
    const after = { ...before, ...withoutUndefined(change) }
    await expectFits(call, [after])
    await expectFree(call, after, before.id)
    await updateAssignment(db, who.scope.electionId, before.id, after, who.name)
    await markPlanned(db, who.scope.electionId, [before, after])
    await recordChange(call, 'assignments.edited', before.id, {
      before: auditSnapshot(before),
      after: auditSnapshot(after),
      ngoId: before.ngoId,
    })
    return {}
  })

  serve(server, assignments.remove, (call) => takeOut(call, call.body.ids, 'assignments.removed'))

  serve(server, assignments.restore, async (call) => {
    const { db, who, body } = call
    const found = await lockAssignments(db, who.scope, body.ids, { isToRestore: true })
    if (body.insteadOf.length > 0) {
      // Nobody would be there if the former one were gone as well.
      if (found.length < body.ids.length) throw new Problem('thing.not-found')
      for (const one of await lockAssignments(db, who.scope, body.insteadOf)) expectAsAdded(one)
      await takeOut(call, body.insteadOf, 'assignments.removed')
    }
    const ids = found.map(({ id }) => id)
    const back = await restoreAssignments(db, who.scope.electionId, ids, who.name)
    const restored = found.flatMap((one) => {
      const until = back.get(one.id)
      return until === undefined ? [] : [{ ...one, until }]
    })
    await markPlanned(db, who.scope.electionId, restored)
    await recordChanges(call, 'assignments.restored', restored.map(auditLine('after')))
    return restored.length
  })

  serve(server, assignments.replace, async (call) => {
    const { db, who, params, body } = call
    const [before] = await lockAssignments(db, who.scope, [params.id])
    if (!before) throw new Problem('thing.not-found')
    const from = takenOverFrom(call, before)
    const isWhole = from.getTime() === before.from.getTime()
    const beganAt = isWhole ? (before.beganAt ?? null) : beganBefore(before, from)
    const after = { ...before, observerId: body.observerId, from, beganAt }
    const [ngoId] = await expectFits(call, [after])
    const { electionId } = who.scope
    await endAssignments(db, electionId, [before.id], {
      ...{ at: from, now: call.now, changing: who.name },
    })
    const [id] = await insertAssignments(db, electionId, [after])
    if (id === undefined) throw taken(after)
    await markPlanned(db, electionId, [before, after])
    await recordChange(call, 'assignments.replaced', id, {
      before: auditSnapshot(before),
      after: auditSnapshot(after),
      ...(ngoId !== undefined && { ngoId }),
    })
    if (ngoId !== before.ngoId)
      await announce(db, planChanged, { electionId, ngoId: before.ngoId }, {})
    return id
  })
}

/** When a successor begins: not before the shift does. */
function takenOverFrom(
  { body, who, now }: Call<typeof assignments.replace>,
  { from }: PlanValues,
): Date {
  if (body.neverCame) return from
  const said =
    body.from === undefined ? minuteOf(now) : readMoment(body.from, who.timezone, 'earlier')
  return said > from ? said : from
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
  const ids = await insertAssignments(db, who.scope.electionId, each)
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

/** Takes assignments out of the plan; those that are not in it, or not the caller's to see, are passed over. */
async function takeOut(call: ActorCall, ids: readonly number[], act: string) {
  const { db, who, now } = call
  const found = await lockAssignments(db, who.scope, ids)
  const removed = found.map(({ id }) => id)
  await removeAssignments(db, who.scope.electionId, removed, now)
  await markPlanned(db, who.scope.electionId, found)
  await recordChanges(call, act, found.map(auditLine('before')))
  return removed
}

/** Whoever has edited a successor's assignment means it to stay: to undo the replacement would undo that as well. */
function expectAsAdded({ revision, changes }: StoredAssignment): void {
  const fields = Object.keys(changes)
  if (fields.length > 0) throw new Problem('thing.changed-meanwhile', { revision, fields })
}

/**
 * Refuses what ends before it begins, and observers or stations that the caller may not plan with; returns whose
 * observer each is.
 */
async function expectFits(
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

const taken = ({ observerId, pollingStationId }: PlanValues) =>
  new Problem('assignment.taken', { observerId, pollingStationId })

async function expectFree({ db, who }: ActorCall, one: PlanValues, id: number): Promise<void> {
  const other = await db
    .selectFrom('assignments')
    .select('id')
    .where('electionId', '=', who.scope.electionId)
    .where('observerId', '=', one.observerId)
    .where('pollingStationId', '=', one.pollingStationId)
    .where('fromAt', '=', one.from)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (other && other.id !== id) throw taken(one)
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const auditSnapshot = ({ observerId, pollingStationId, from, until, isMobile }: PlanValues) => ({
  observerId,
  pollingStationId,
  from,
  until,
  isMobile,
})

const auditLine = (side: 'before' | 'after') => (one: StoredAssignment) => ({
  subjectId: one.id,
  [side]: auditSnapshot(one),
  ngoId: one.ngoId,
})
