import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type {
  ClockTimes,
  Copied,
  ElectionEndHook,
  ElectionReturnHook,
} from '#kit/server/election.ts'
import { actorOf } from '#kit/server/history/history.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { expectUnchanged } from '#kit/server/revision.ts'
import {
  Election,
  type ElectionChange,
  type ElectionDraft,
  electionChanged,
  elections,
} from '../contract.ts'
import { homeCountry } from '../domain.ts'
import { callPauses } from '../pause-domain.ts'
import { clockRoutes } from './clock-routes.ts'
import { copySetUp } from './copy-queries.ts'
import type { EmptyingHooks } from './empty-queries.ts'
import { erasingRoutes } from './erasing-routes.ts'
import { emptyLater, emptyLeft, type LeavingHooks, startElection } from './jobs.ts'
import { closeOther, lockOne } from './lock-queries.ts'
import { type ArchiveReading, lookingRoutes } from './looking-routes.ts'
import { readPhones } from './phone-queries.ts'
import {
  type ElectionValues,
  getElection,
  hasObservers,
  insertElection,
  listElections,
  lockCurrentElection,
  reopenStreams,
  replaceElection,
  type StoredElection,
  setCurrent,
  setDeleted,
  updateElection,
} from './queries.ts'

/** Other features' hooks for changes of an election. */
export type ElectionHooks = LeavingHooks & {
  readonly endings: readonly ElectionEndHook[]
  readonly returnings: readonly ElectionReturnHook[]
  readonly looking: ArchiveReading
  /** Data that a new election copies from its model. */
  readonly copied: readonly Copied[]
  /** Times that depend on the time zone. */
  readonly clockTimes: readonly ClockTimes[]
  /** Applies another pause to the observers who were called. */
  pauseAgain(tx: Tx, id: Id<'elections'>, now: Date): Promise<void>
}

/** The hooks, with all endings combined into one, and all returnings. */
type FoldedHooks = Omit<ElectionHooks, 'endings' | 'returnings'> & {
  readonly endAll: ElectionEndHook
  readonly returnAll: ElectionReturnHook
}

const recordChange = changeRecorder('elections', electionChanged, 'everybody')

export function electionRoutes(
  server: Server,
  { endings, returnings, ...others }: ElectionHooks,
): void {
  const endAll: ElectionEndHook = async (call, id) => {
    for (const end of endings) await end(call, id)
  }
  const returnAll: ElectionReturnHook = async (tx, id) => {
    for (const comeBack of returnings) await comeBack(tx, id)
  }
  const hooks = { ...others, endAll, returnAll }
  serve(server, elections.current, ({ db, who }) => getElection(db, who.scope.electionId))

  serve(server, elections.edit, async (call) => {
    const before = await lockCurrentElection(call.db)
    await change(call, before, call.body, hooks)
    return Election.parse({ ...before, ...call.body })
  })

  serve(server, elections.clearRehearsal, async (call) => {
    const rehearsal = await lockCurrentElection(call.db)
    if (rehearsal.state !== 'rehearsal') throw new Problem('election.not-a-rehearsal')
    await endAll(call, rehearsal.id)
    return clear(call, Election.parse(rehearsal), hooks)
  })

  serve(server, elections.list, ({ db, query, now }) => listElections(db, query, now))
  preparingRoutes(server, hooks)
  stateRoutes(server, hooks)
  clockRoutes(server, hooks.clockTimes)
  lookingRoutes(server, hooks.looking)
  erasingRoutes(server, hooks)
}

function preparingRoutes(server: Server, hooks: FoldedHooks): void {
  const { endAll, returnAll, looking, copied: parts } = hooks
  serve(server, elections.add, async (call) => {
    const { db, body } = call
    const { copyFrom } = body
    const copied = copyFrom === undefined ? undefined : await lockOne(call, copyFrom)
    if (copied?.emptying === 'everything') throw new Problem('election.being-emptied')
    const id = await insertElection(db, prepared(body, copied))
    if (copied) await copySetUp(db, { from: copied.id, to: id }, parts)
    await recordChange(call, 'elections.added', id, { after: body })
    return id
  })

  serve(server, elections.editOne, async (call) => {
    await change(call, await lockOne(call, call.params.id), call.body, hooks)
    return {}
  })

  serve(server, elections.remove, async (call) => {
    const { db, params, now } = call
    await closeOther(call, params.id)
    const { id, name, isCurrent } = await lockOne(call, params.id)
    if (isCurrent) throw new Problem('election.is-current')
    // Every report was sent by an observer.
    if (await hasObservers(db, id)) throw new Problem('election.has-data')
    await endAll(call, id)
    await setDeleted(db, id, now)
    await looking.end(db, id)
    await recordChange(call, 'elections.deleted', id, { before: { name } })
    return {}
  })

  serve(server, elections.restore, async (call) => {
    const { db, params } = call
    const { id, name } = await lockOne(call, params.id, { isDeleted: true })
    await setDeleted(db, id, null)
    await returnAll(db, id)
    await recordChange(call, 'elections.restored', id, { after: { name } })
    return {}
  })
}

function stateRoutes(server: Server, hooks: FoldedHooks): void {
  const { endAll, returnAll, looking, reports, startings } = hooks
  serve(server, elections.makeCurrent, async (call) => {
    const { db, params, who } = call
    const { id, state, isCurrent } = await lockOne(call, params.id)
    if (isCurrent) return {}
    if (state === 'archived') throw new Problem('election.is-archived')
    await endAll(call, who.scope.electionId)
    await setCurrent(db, id)
    await returnAll(db, id)
    await reopenStreams(call)
    const before = { id: who.scope.electionId }
    await recordChange(call, 'elections.made-current', id, { before, after: { id } })
    return {}
  })

  serve(server, elections.start, async (call) => {
    const { db, params, who, now } = call
    await closeOther(call, params.id)
    const { id, state, emptying } = await lockOne(call, params.id)
    if (state === 'live') throw new Problem('election.has-started')
    if (state === 'archived') throw new Problem('election.is-archived')
    if (emptying) return { isStarted: false }
    // Practice data must not be among the findings, and the set-up must not be typed again.
    if (await reports.hasFew(db, id)) {
      await reports.takeBackAll(db, id)
      await startElection({ db, who: actorOf(who), now }, id, startings)
      return { isStarted: true }
    }
    // At once, not only when it has started: the organiser who starts it sees that practice messages end.
    for (const start of startings) await start(call, id)
    await emptyLater(call, id, 'reports', hooks)
    await recordChange(call, 'elections.start-begun', id)
    return { isStarted: false }
  })

  serve(server, elections.archive, async (call) => {
    const { db, params, who } = call
    await closeOther(call, params.id)
    const { id, state, isCurrent, emptying } = await lockOne(call, params.id)
    if (isCurrent) throw new Problem('election.is-current')
    if (state === 'archived') return {}
    if (emptying) throw new Problem('election.being-emptied')
    await endAll(call, id)
    await updateElection(db, id, { state: 'archived', archivedFrom: state }, who.name)
    await recordChange(call, 'elections.archived', id, {
      before: { state },
      after: { state: 'archived' },
    })
    return {}
  })

  serve(server, elections.reopen, async (call) => {
    const { db, params, who } = call
    const { id, state, archivedFrom, isErasing, emptying } = await lockOne(call, params.id)
    if (state !== 'archived') return {}
    if (emptying) throw new Problem('election.being-emptied')
    // Its observers could return while their names are erased.
    if (isErasing) throw new Problem('election.being-erased')
    const after = { state: archivedFrom === 'rehearsal' ? 'rehearsal' : 'live' } as const
    // Others may observe it from now on, and it gets their names.
    await updateElection(db, id, { ...after, archivedFrom: null, peopleErasedAt: null }, who.name)
    await returnAll(db, id)
    await looking.end(db, id)
    await recordChange(call, 'elections.reopened', id, { before: { state }, after })
    return {}
  })
}

/** Changes an election's facts, unless another user has changed them since. */
async function change(
  call: ActorCall,
  { changes, ...before }: StoredElection,
  { revision, keep, ...values }: ElectionChange,
  { clockTimes, pauseAgain }: Pick<FoldedHooks, 'clockTimes' | 'pauseAgain'>,
): Promise<void> {
  expectUnchanged({ ...before, changes }, values, revision)
  await updateElection(call.db, before.id, values, call.who.name)
  const { country = before.country, timezone = before.timezone } = values
  if (homeCountry({ country, timezone }) !== homeCountry(before))
    await enqueue(call.db, readPhones, { electionId: before.id })
  const { callPauseMinutes = before.callPauseMinutes } = values
  if (callPauseMinutes !== before.callPauseMinutes) await pauseAgain(call.db, before.id, call.now)
  const isMoving = keep === 'times' && timezone !== before.timezone
  const zones = { from: before.timezone, to: timezone }
  if (isMoving) for (const { move } of clockTimes) await move(call, before.id, zones)
  const after = { ...values, ...(isMoving && { keep }) }
  await recordChange(call, 'elections.edited', before.id, { before, after })
}

/** A new election before it has data; its levels are those of the copied areas. */
const prepared = (
  { name, day, timezone, levelNames = ['Județ'], countyLevel = 1, ...draft }: ElectionDraft,
  copied: Election | undefined,
): ElectionValues => ({
  name,
  day,
  timezone,
  country: draft.country ?? null,
  callPauseMinutes: draft.callPauseMinutes ?? copied?.callPauseMinutes ?? callPauses.usual,
  state: 'rehearsal',
  levelNames: copied?.levelNames ?? levelNames,
  countyLevel: copied?.countyLevel ?? countyLevel,
})

/** Replaces the rehearsal by an empty election; the rehearsal is empty then or will be. */
async function clear(
  call: ActorCall,
  { id, ...values }: Election,
  hooks: EmptyingHooks,
): Promise<Election> {
  const { db } = call
  await recordChange(call, 'elections.rehearsal-cleared', id, { before: { name: values.name } })
  const empty = await replaceElection(db, { ...values, name: 'Alegeri', state: 'live' })
  await emptyLeft(call, id, hooks)
  await reopenStreams(call)
  return empty
}
