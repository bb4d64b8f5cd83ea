import { Problem } from '#kit/contract/problem.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import {
  type ActorCall,
  batchChangeRecorder,
  changeRecorder,
} from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { announce } from '#kit/server/live/announce.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import { assignments, planChanged } from '../contract.ts'
import { beganBefore, minuteOf } from '../domain.ts'
import {
  type Begun,
  endAssignments,
  expectRevisions,
  insertAssignments,
  lockAssignments,
  type PlanValues,
  removeAssignments,
  restoreAssignments,
  type StoredAssignment,
  updateAssignment,
} from './change-queries.ts'
import { markPlanned } from './projections.ts'
import { auditSnapshot, expectFits, taken } from './routes.ts'

const recordChange = changeRecorder('assignments', planChanged, 'own organisation')
const recordChanges = batchChangeRecorder('assignments', planChanged, 'own organisation')

export function actRoutes(server: Server): void {
  serve(server, assignments.edit, edit)
  serve(server, assignments.remove, (call) => remove(call, call.body))
  serve(server, assignments.restore, restore)
  serve(server, assignments.replace, replace)
}

/** Edits the assignment, or ends the shift now and adds a second one that continues it. */
async function edit(call: Call<typeof assignments.edit>) {
  const { db, who, params, body } = call
  const { revision, since, from, until, ...others } = body
  const [before] = await lockAssignments(db, who.scope, [params.id])
  if (!before) throw new Problem('thing.not-found')
  const change = {
    ...others,
    ...(from !== undefined && { from: readMoment(from, who.timezone, 'earlier') }),
    ...(until !== undefined && { until: readMoment(until, who.timezone) }),
  }
  expectUnchanged(before, change, revision)
  const wanted = { ...before, ...withoutUndefined(change) }
  const at = minuteOf(call.now)
  if (since === 'always' || at <= before.from) return correct(call, before, wanted)
  if (goesOn(before, wanted, at)) {
    const { until: end } = wanted
    // A shift that has ended cannot change from now on.
    if (end <= at) throw new Problem('assignment.ends-early', { field: 'until' })
    return correct(call, before, { ...wanted, from: before.from })
  }
  return continueAs(call, before, { ...wanted, from: wanted.from > at ? wanted.from : at }, at)
}

/** Whether the edit keeps a running shift at its station, with any end. */
const goesOn = (before: PlanValues, wanted: PlanValues, at: Date) =>
  before.pollingStationId === wanted.pollingStationId && wanted.from <= at && before.until > at

async function correct(call: ActorCall, before: StoredAssignment, after: StoredAssignment) {
  const { db, who } = call
  await expectFits(call, [after])
  await expectFree(call, after, before.id)
  await updateAssignment(db, who.scope.electionId, before.id, after, who.name)
  await recordEdit(call, before, after)
  return { id: before.id }
}

/** Ends a shift at a time, unless it ended before, and adds its successor. */
async function continueAs(
  call: ActorCall,
  before: StoredAssignment,
  wanted: StoredAssignment,
  at: Date,
) {
  const { db, who, now } = call
  const { electionId } = who.scope
  const endedAt = before.until < at ? before.until : at
  const after = { ...wanted, beganAt: beganBefore(before, { endedAt, from: wanted.from }) }
  await expectFits(call, [after])
  if (endedAt < before.until)
    await endAssignments(db, electionId, [before.id], { at, now, changing: who.name })
  const [id] = await insertAssignments(db, { electionId }, [after])
  if (id === undefined) throw taken(after)
  await recordEdit(call, before, after)
  return { id }
}

async function recordEdit(call: ActorCall, before: StoredAssignment, after: StoredAssignment) {
  await markPlanned(call.db, call.who.scope.electionId, [before, after])
  await recordChange(call, 'assignments.edited', before.id, {
    before: auditSnapshot(before),
    after: auditSnapshot(after),
    ngoId: before.ngoId,
  })
}

/** Undoes the removal or the replacement of assignments. */
async function restore(call: Call<typeof assignments.restore>) {
  const { db, who, body } = call
  const found = await lockAssignments(db, who.scope, body.ids, { isToRestore: true })
  if (body.insteadOf.length > 0) {
    // Otherwise the station would have no observer if the former assignment is gone as well.
    if (found.length < body.ids.length) throw new Problem('thing.not-found')
    const successors = await lockAssignments(db, who.scope, body.insteadOf)
    const gone = await lockAssignments(db, who.scope, body.insteadOf, { isToRestore: true })
    for (const one of [...successors, ...gone]) expectAsAdded(one)
    if (successors.length < new Set(body.insteadOf).size) throw new Problem('thing.not-found')
    await remove(call, { ids: body.insteadOf, since: 'always' })
  }
  expectRevisions(found, body, 1)
  const ids = found.map(({ id }) => id)
  const back = await restoreAssignments(db, who.scope.electionId, ids, who.name)
  const restored = found.flatMap((one) => {
    const until = back.get(one.id)
    return until === undefined ? [] : [{ ...one, until }]
  })
  await markPlanned(db, who.scope.electionId, restored)
  await recordChanges(call, 'assignments.restored', restored.map(auditLine('after')))
  return restored.length
}

/** Ends or removes a shift, and gives the rest of it to another observer. */
async function replace(call: Call<typeof assignments.replace>) {
  const { db, who, params, body } = call
  const [before] = await lockAssignments(db, who.scope, [params.id])
  if (!before) throw new Problem('thing.not-found')
  expectRevisions([before], { ids: [before.id], revisions: listed(body.revision) })
  const from = takenOverFrom(call, before)
  const isWhole = from.getTime() === before.from.getTime()
  const beganAt = isWhole ? (before.beganAt ?? null) : beganBefore(before, { endedAt: from, from })
  const after = { ...before, observerId: body.observerId, from, beganAt }
  const [ngoId] = await expectFits(call, [after])
  const { electionId } = who.scope
  await endAssignments(db, electionId, [before.id], {
    ...{ at: from, now: call.now, changing: who.name },
  })
  const [id] = await insertAssignments(db, { electionId }, [after])
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
}

/** The start of the successor: not before the start of the shift. */
function takenOverFrom(
  { body, who, now }: Call<typeof assignments.replace>,
  { from }: PlanValues,
): Date {
  if (body.neverCame) return from
  const leftAt =
    body.from === undefined ? minuteOf(now) : readMoment(body.from, who.timezone, 'earlier')
  return leftAt > from ? leftAt : from
}

type TakingOut = Begun & { readonly since: 'now' | 'always' }

/** Takes assignments out of the plan; those that are not in it, or not the caller's to see, are passed over. */
async function remove(call: ActorCall, { since, ...begun }: TakingOut) {
  const { db, who, now } = call
  const { electionId } = who.scope
  const at = minuteOf(now)
  const found = await lockAssignments(db, who.scope, begun.ids)
  expectRevisions(found, begun)
  const gone = since === 'always' ? found : found.filter(({ until }) => until > at)
  const ids = gone.map(({ id }) => id)
  if (since === 'always') await removeAssignments(db, electionId, ids, now)
  else await endAssignments(db, electionId, ids, { at, now, changing: who.name })
  await markPlanned(db, electionId, gone)
  const lines = gone.map((one) => ({
    ...auditLine('before')(one),
    ...(since === 'now' && one.from < at && { after: auditSnapshot({ ...one, until: at }) }),
  }))
  await recordChanges(call, 'assignments.removed', lines)
  return ids
}

const listed = (revision: number | undefined) => (revision === undefined ? undefined : [revision])

/** Refuses to undo a replacement if the successor's assignment was edited or removed: that change would be lost. */
function expectAsAdded({ revision, changes }: StoredAssignment): void {
  const fields = Object.keys(changes)
  if (fields.length > 0) throw new Problem('thing.changed-meanwhile', { revision, fields })
}

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

const auditLine = (side: 'before' | 'after') => (one: StoredAssignment) => ({
  subjectId: one.id,
  [side]: auditSnapshot(one),
  ngoId: one.ngoId,
})
