import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import type { ElectionStartHook, Eraser } from '#kit/server/election.ts'
import {
  lockElectionExclusive,
  lockElectionShared,
  retryWhileBusy,
} from '#kit/server/election-lock.ts'
import { actorOf, record } from '#kit/server/history/history.ts'
import type { ActorContext } from '#kit/server/history/record-change.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { enqueue, job, type Run, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import { electionChanged, emptyingMoved, erasingMoved } from '../contract.ts'
import {
  beginEmptying,
  type EmptyingHooks,
  emptyElection,
  endEmptying,
  findEmptying,
  holdsLittle,
  removeSome,
  takeBackSome,
} from './empty-queries.ts'
import { addErased, endErasing, eraseSome, eraseTraces } from './erase-queries.ts'
import { type Emptying, getCurrentElection, lockErasing, updateElection } from './queries.ts'

const payload = z.object({
  electionId: id('elections'),
  /** The requester, as named in history. */
  actor: z.object({ role: z.string(), id: z.int().nullable(), name: z.string() }),
})
type ErasurePayload = z.output<typeof payload>

/** The process died at every try. Erased rows stay erased; the rest can be requested again. */
const giveUp = job({ name: 'elections.give-up-erasing', payload, tries: 6 })

/** Erases the identity of an election's observers. A run whose server is killed counts as a try. */
export const erasePeople = job({
  name: 'elections.erase-people',
  payload,
  tries: 6,
  otherwise: giveUp,
})

/**
 * Deletes the data that an election is marked to lose. It is never given up: the next run continues with the remaining
 * rows.
 */
export const emptyInSteps = job({ name: 'elections.empty', payload, tries: 100 })

/** Enqueues the emptying of an election once this commits. */
export async function emptyLater(
  { db, who }: ActorContext,
  electionId: Id<'elections'>,
  emptying: Emptying,
  hooks: EmptyingHooks,
): Promise<void> {
  await beginEmptying(db, electionId, emptying, hooks)
  await enqueue(db, emptyInSteps, { electionId, actor: actorOf(who) })
}

/** Empties an election that was left for good: at once if it has few rows, otherwise in steps. */
export async function emptyLeft(
  by: ActorContext,
  id: Id<'elections'>,
  hooks: EmptyingHooks,
): Promise<void> {
  if (!(await holdsLittle(by.db, id, hooks))) return emptyLater(by, id, 'everything', hooks)
  await emptyElection(by.db, id, hooks)
}

/** Hooks of the features that own the data, for starting and emptying an election and erasing its people. */
export type LeavingHooks = EmptyingHooks & {
  readonly startings: readonly ElectionStartHook[]
  readonly erasers: readonly Eraser[]
}

type ElectionJobDependencies = { readonly database: Database; readonly clock: Clock } & LeavingHooks
type Erasing = Run<typeof payload>
type EmptyingRun = Run<typeof payload>

export const electionWorkers = (dependencies: ElectionJobDependencies): readonly Worker[] => [
  worker(emptyInSteps, (run) => empty(dependencies, run)),
  worker(erasePeople, (run) => eraseAll(dependencies, run)),
  worker(giveUp, ({ payload: { electionId } }) =>
    dependencies.database.write(async (tx) => {
      if (await lockErasing(tx, electionId)) await endErasing(tx, electionId)
      await announceToScreens(tx)
    }),
  ),
]

/**
 * One portion after the other, until none is left or an organiser has stopped it. The only state is the erased rows: after a
 * crash, the next run, here or elsewhere, continues with the rest.
 */
async function eraseAll(
  { database, clock, erasers }: ElectionJobDependencies,
  { payload, signal }: Erasing,
): Promise<void> {
  const { electionId } = payload
  const begin = async (tx: Tx) => {
    // A phone whose session was checked before it is deleted completes its call first.
    await lockElectionExclusive(tx, electionId)
    const isErasing = await lockErasing(tx, electionId)
    if (isErasing) await eraseTraces(tx, electionId, erasers)
    return isErasing
  }
  const isMine = await retryWhileBusy(database, begin, 'change')
  const rest = throttleToHalf(signal)
  for (let reached = isMine ? atBeginning : undefined; reached !== undefined; ) {
    const from: ErasureProgress = reached
    reached = await database.write((tx) => eraseOnce(tx, { ...payload, erasers }, from, clock()))
    await rest()
  }
}

/** For each feature that blanks rows, the row after which to continue. */
type ErasureProgress = readonly number[]
const atBeginning: ErasureProgress = []

/** The position reached; undefined when there is nothing more to do. */
async function eraseOnce(
  tx: Tx,
  { electionId, actor, erasers }: ErasurePayload & Pick<LeavingHooks, 'erasers'>,
  from: ErasureProgress,
  now: Date,
): Promise<ErasureProgress | undefined> {
  if (!(await lockErasing(tx, electionId))) return undefined
  const { rows, reached } = await eraseSome(tx, electionId, from, erasers)
  if (sum(rows) > 0) {
    await recordErased(tx, { electionId, actor }, rows, now)
    await announceToScreens(tx)
    return reached
  }
  // A row that committed late under a lower id is found by starting over.
  if (from.some((row) => row > 0)) return atBeginning
  await endErasing(tx, electionId, now)
  await announceToScreens(tx)
  return undefined
}

/**
 * The entry is written in the same transaction as its lines, with their number: so the proof holds at any moment.
 */
async function recordErased(
  tx: Tx,
  { electionId: subjectId, actor }: ErasurePayload,
  after: Readonly<Record<string, number>>,
  at: Date,
): Promise<void> {
  await addErased(tx, subjectId, sum(after))
  const { id: electionId } = await getCurrentElection(tx)
  const act = 'elections.people-erased'
  await record(tx, { electionId, at, actor, act, subject: 'elections', subjectId, after })
}

const sum = (rows: Readonly<Record<string, number>>) =>
  Object.values(rows).reduce((total, one) => total + one, 0)

/** Screens belong to the current election, whichever one is erased from. */
async function announceToScreens(tx: Tx): Promise<void> {
  const { id: electionId } = await getCurrentElection(tx)
  await announce(tx, erasingMoved, { electionId, ngoId: null }, {})
}

async function empty(dependencies: ElectionJobDependencies, run: EmptyingRun): Promise<void> {
  const { electionId } = run.payload
  const emptying = await findEmptying(dependencies.database.primary, electionId)
  if (emptying === 'reports') await takeBackAndStart(dependencies, run)
  if (emptying === 'everything') await removeEverything(dependencies, run)
}

/** The pause before removing reports that arrived behind it, in milliseconds. */
const passMs = 100

/**
 * Phones report meanwhile. Another pass removes reports that arrived behind this one; it is shorter, because it does not
 * rest. The last few are removed in the transaction that starts the election.
 */
async function takeBackAndStart(
  dependencies: ElectionJobDependencies,
  run: EmptyingRun,
): Promise<void> {
  const { database, clock, reports, startings } = dependencies
  const { electionId, actor } = run.payload
  for (let pass = 1; !(await reports.hasFew(database.primary, electionId)); pass++) {
    const takeNext: StepWork = async (tx, after) => {
      await lockElectionShared(tx, electionId)
      if ((await findEmptying(tx, electionId)) !== 'reports') return undefined
      const { isDone, reached } = await takeBackSome(tx, electionId, after, reports)
      return isDone ? undefined : reached
    }
    await inSteps(dependencies, run, takeNext, { rests: pass === 1 })
    if ((await findEmptying(database.primary, electionId)) !== 'reports') return
    await pause(passMs, undefined, { signal: run.signal })
  }
  const start = async (tx: Tx) => {
    await lockElectionExclusive(tx, electionId)
    if ((await findEmptying(tx, electionId)) !== 'reports') return
    await reports.takeBackAll(tx, electionId)
    await endEmptying(tx, electionId)
    await startElection({ db: tx, who: actor, now: clock() }, electionId, startings)
  }
  await retryWhileBusy(database, start, 'change')
}

/** Marks an election as started, in a transaction that has removed practice reports. */
export async function startElection(
  by: ActorContext,
  subjectId: Id<'elections'>,
  startings: LeavingHooks['startings'],
): Promise<void> {
  const { db: tx, who: actor, now: at } = by
  for (const start of startings) await start(by, subjectId)
  await updateElection(tx, subjectId, { state: 'live' }, actor.name)
  const { id: electionId } = await getCurrentElection(tx)
  const change = { before: { state: 'rehearsal' }, after: { state: 'live' } }
  const act = 'elections.started'
  await record(tx, { electionId, at, actor, act, subject: 'elections', subjectId, ...change })
  await announce(tx, electionChanged, { electionId, ngoId: null }, {})
}

/** The election has no callers any more: reports are deleted first, then the set-up. */
async function removeEverything(
  dependencies: ElectionJobDependencies,
  run: EmptyingRun,
): Promise<void> {
  const { electionId } = run.payload
  await inSteps(dependencies, run, async (tx, after) => {
    const { isDone, reached } = await takeBackSome(tx, electionId, after, dependencies.reports)
    return isDone ? undefined : reached
  })
  await inSteps(dependencies, run, async (tx) => {
    const { isDone } = await removeSome(tx, electionId, dependencies)
    if (!isDone) return 0
    await endEmptying(tx, electionId)
    await announceEmptied(tx)
    return undefined
  })
}

/** How often progress is announced to screens, in milliseconds. */
const tellingMs = 1000

/** A step: where it continues from, and where it has come to; undefined when it was the last. */
type StepWork = (tx: Tx, after: number) => Promise<number | undefined>

/**
 * Runs step after step, each in its own transaction, until the last. It rests as long as it works: it takes at most half
 * of the database's time.
 */
async function inSteps(
  { database }: ElectionJobDependencies,
  { signal }: EmptyingRun,
  step: StepWork,
  { rests } = { rests: true },
): Promise<void> {
  let announcedAt = performance.now()
  const rest = throttleToHalf(signal, () => rests)
  for (let reached: number | undefined = 0; reached !== undefined; ) {
    const [from, began]: [number, number] = [reached, performance.now()]
    const isDue = began - announcedAt > tellingMs
    if (isDue) announcedAt = began
    reached = await database.write(async (tx) => {
      if (isDue) await announceEmptied(tx)
      return step(tx, from)
    })
    await rest()
  }
}

/** Screens belong to the current election, whichever one is emptied. */
async function announceEmptied(tx: Tx): Promise<void> {
  const { id: electionId } = await getCurrentElection(tx)
  await announce(tx, emptyingMoved, { electionId, ngoId: null }, {})
}
