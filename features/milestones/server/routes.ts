import { planChanged } from '#features/assignments/contract.ts'
import { countElsewhere } from '#features/assignments/server/elsewhere-queries.ts'
import { ofOrganisation } from '#features/assignments/server/queries.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import {
  type ActorCall,
  batchChangeRecorder,
  changeRecorder,
} from '#kit/server/history/record-change.ts'
import { serve, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import {
  type Audience,
  type MilestoneChange,
  type MilestoneDraft,
  milestones,
} from '../contract.ts'
import { takeNext } from './calling/next-queries.ts'
import { type CopiedMilestone, copyMilestones } from './copied-queries.ts'
import { countDeployment } from './deployment-queries.ts'
import { deleteExcuses, insertExcuses, type OwedThing } from './excuse-queries.ts'
import { listExpected } from './expected-queries.ts'
import { owedStations } from './projections.ts'
import {
  countReach,
  insertMilestone,
  isKnown,
  listDeleted,
  listMilestones,
  lockMilestones,
  type StoredMilestone,
  setMilestonesDeleted,
  updateMilestone,
} from './queries.ts'

const recordChange = changeRecorder('milestones', planChanged, 'everybody')
const recordChanges = batchChangeRecorder('milestones', planChanged, 'everybody')
const recordExcuses = batchChangeRecorder('assignments', planChanged, 'own organisation')

export function milestoneRoutes(server: Server): void {
  serve(server, milestones.list, ({ db, who }) => listMilestones(db, who.scope))

  serve(server, milestones.listDeleted, ({ db, who }) => listDeleted(db, who.scope))

  serve(server, milestones.reach, ({ db, who, query }) => {
    const { minutes, isDiaspora = null, isMobile = null, ...named } = query
    return countReach(db, who.scope, { ...named, isDiaspora, isMobile }, minutes)
  })

  serve(server, milestones.add, async (call) => {
    const { db, who, body } = call
    expectSubject(body)
    const values = { ...body, ...deadlineOf(call, body) }
    await expectAudience(call, values)
    const id = await insertMilestone(db, who.scope, values)
    if (id === undefined) throw new Problem('thing.not-found')
    await recountAll(call)
    await recordChange(call, 'milestones.added', id, { after: values })
    return id
  })

  serve(server, milestones.edit, async (call) => {
    const { db, who, params, body } = call
    const [before] = await lockMilestones(db, who.scope, [params.id])
    if (!before) throw new Problem('thing.not-found')
    const change = changeOf(call, body)
    expectUnchanged(before, change, body.revision)
    const after = { ...before, ...change }
    const isForOthers = 'audience' in change || 'dueAt' in change
    if (isForOthers) await expectAudience(call, after, before.audience)
    await updateMilestone(db, who.scope, after, who.name)
    if (isForOthers || 'forStation' in change) await recountAll(call)
    await recordChange(call, 'milestones.edited', before.id, {
      before: auditSnapshot(before),
      after: auditSnapshot(after),
    })
    return {}
  })

  serve(server, milestones.remove, async (call) => {
    const removed = await remove(call, [call.params.id])
    if (removed.length === 0) throw new Problem('thing.not-found')
    return {}
  })

  serve(server, milestones.removeSeveral, (call) => remove(call, call.body.ids))

  serve(server, milestones.restore, async (call) => {
    const { db, who, params } = call
    const [back] = await lockMilestones(db, who.scope, [params.id], { isDeleted: true })
    if (!back) throw new Problem('thing.not-found')
    await setMilestonesDeleted(db, who.scope, [back.id], null)
    await recountAll(call)
    await recordChange(call, 'milestones.restored', back.id, { after: auditSnapshot(back) })
    return {}
  })
  serve(server, milestones.copy, async (call) => {
    const { report, added } = await copyMilestones(call)
    if (added.length > 0) {
      await recountAll(call)
      await recordChanges(call, 'milestones.copied', added.map(copiedLine))
    }
    return { ...report, ids: added.map(({ id }) => id) }
  })
  deploymentRoutes(server)
}

/** Takes milestones out; those that are not there are passed over. */
async function remove(call: ActorCall, ids: readonly Id<'milestones'>[]) {
  const { db, who, now } = call
  const before = await lockMilestones(db, who.scope, ids)
  const removed = before.map(({ id }) => id)
  if (removed.length === 0) return removed
  await setMilestonesDeleted(db, who.scope, removed, now)
  await recountAll(call)
  const lines = before.map((one) => ({ subjectId: one.id, before: auditSnapshot(one) }))
  await recordChanges(call, 'milestones.removed', lines)
  return removed
}

function deploymentRoutes(server: Server): void {
  serveCoalesced(
    server,
    milestones.deployment,
    ({ who, query }) => ({ scope: who.scope, query }),
    async (db, { scope, query }) => {
      if (query.by === 'station' && query.areaId === undefined)
        throw new Problem('request.invalid', { errors: { areaId: ['Must be said'] } })
      const now = server.clock()
      const [rows, elsewhere] = await Promise.all([
        countDeployment(db, scope, query, now),
        countElsewhere(db, ofOrganisation(scope, query), query, now),
      ])
      return { rows, elsewhere }
    },
  )
  serveCoalesced(
    server,
    milestones.expected,
    ({ who, query }) => ({ scope: who.scope, query }),
    async (db, { scope, query }) => {
      const { data, totalItems } = await listExpected(db, scope, query, server.clock())
      return { data, ...countPages(query, totalItems) }
    },
  )
  serve(server, milestones.nextToCall, async ({ db, who, body, now }) => ({
    observerId: await takeNext(db, who, { order: 'call', ...body }, now),
  }))
  serve(server, milestones.excuse, async (call) => {
    const { db, who, body, now } = call
    const excused = await insertExcuses(db, who.scope, body, { name: who.name, now })
    await recordExcuses(call, 'milestones.excused', excused.map(auditLine('after')))
    return excused.map(({ ngoId: _, ...pair }) => ({ ...pair, excusedAt: now }))
  })
  serve(server, milestones.unexcuse, async (call) => {
    const { db, who, body } = call
    const owing = await deleteExcuses(db, who.scope, body)
    await recordExcuses(call, 'milestones.unexcused', owing.map(auditLine('before')))
    return owing.length
  })
}

function changeOf(call: ActorCall, { name, forStation, audience, ...deadline }: MilestoneChange) {
  const isMoved = deadline.dueAt !== undefined || deadline.dueAfterMinutes !== undefined
  return {
    ...(name !== undefined && { name }),
    ...(forStation !== undefined && { forStation }),
    ...(audience && { audience }),
    ...(isMoved && deadlineOf(call, deadline)),
  }
}

type Reaching = { readonly audience: Audience; readonly dueAfterMinutes: number | null }

/**
 * Refuses an audience with unknown areas or organisations, and minutes that exceed all of its shifts. Accepts any
 * minutes where no shift is planned yet.
 * @param former the stored audience; areas it names are accepted even if deleted since
 */
async function expectAudience(
  { db, who }: ActorCall,
  { audience, dueAfterMinutes }: Reaching,
  former?: Audience,
): Promise<void> {
  const areaIds = audience.areaIds.filter((id) => !former?.areaIds.includes(id))
  if (!(await isKnown(db, who.scope, { areaIds, ngoIds: audience.ngoIds })))
    throw new Problem('thing.not-found')
  if (dueAfterMinutes === null) return
  const { shifts, tooShort } = await countReach(db, who.scope, audience, dueAfterMinutes)
  if (shifts > 0 && tooShort === shifts)
    throw new Problem('request.invalid', { errors: { dueAfterMinutes: ['No shift is so long'] } })
}

/** Marks the expectations of the whole plan for a recount. */
const recountAll = ({ db, who }: ActorCall) => markAll(db, who.scope.electionId, owedStations)

/** A kind has the one subject that it is about, and the others none. */
function expectSubject({ kind, formId, questionId, notificationId }: MilestoneDraft): void {
  const named = { formId, questionId, notificationId }
  const needed = { form: 'formId', question: 'questionId', message: 'notificationId' } as const
  const own = kind in needed ? needed[kind as keyof typeof needed] : undefined
  const wrong = Object.entries(named).filter(
    ([field, value]) => (value === undefined || value === null) === (field === own),
  )
  if (wrong.length === 0) return
  throw new Problem('request.invalid', {
    errors: Object.fromEntries(
      wrong.map(([field]) => [field, [field === own ? 'Must be said' : 'Must be left out']]),
    ),
  })
}

type NewDeadline = Pick<Partial<MilestoneDraft>, 'dueAt' | 'dueAfterMinutes'>

/** Either a moment, or minutes after each shift begins. */
function deadlineOf({ who }: ActorCall, { dueAt, dueAfterMinutes }: NewDeadline) {
  const isMoment = dueAt !== undefined && dueAt !== null
  const isAfter = dueAfterMinutes !== undefined && dueAfterMinutes !== null
  if (isMoment === isAfter)
    throw new Problem('request.invalid', {
      errors: { dueAt: ['Either a moment, or minutes after the shift begins'] },
    })
  return {
    dueAt: isMoment ? readMoment(dueAt, who.timezone) : null,
    dueAfterMinutes: isAfter ? dueAfterMinutes : null,
  }
}

const auditSnapshot = ({ id: _, revision: __, changes: ___, ...values }: StoredMilestone) => values

const copiedLine = ({ id, ...values }: CopiedMilestone) => ({ subjectId: id, after: values })

/** Omits the reason: it may name people, and must be erasable with the excuse. */
const auditLine = (side: 'before' | 'after') => (one: OwedThing) => ({
  subjectId: one.assignmentId,
  [side]: { milestoneId: one.milestoneId },
  ngoId: one.ngoId,
})
