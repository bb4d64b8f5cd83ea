import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import type { Eraser } from '#kit/server/election.ts'
import { actorOf, record } from '#kit/server/history/history.ts'
import type { Doing } from '#kit/server/history/tell.ts'
import { closeElection, givingWay, holdElection } from '#kit/server/hold.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { countedThings } from '#kit/server/jobs/counter.ts'
import { enqueue, job, type Run, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { recountLater } from '#kit/server/jobs/recount-later.ts'
import { announce } from '#kit/server/live/announce.ts'
import { restsAsLong } from '#kit/server/load/rest.ts'
import { electionChanged, emptyingMoved, erasingMoved } from '../contract.ts'
import {
  beginEmptying,
  type EmptyingWays,
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
  /** Who asked for it, as history names them. */
  actor: z.object({ role: z.string(), id: z.int().nullable(), name: z.string() }),
})
type Payload = z.output<typeof payload>

/** Its process died each time. What is erased is erased, and the rest can be asked for again. */
const giveUp = job({ name: 'elections.give-up-erasing', payload, tries: 6 })

/** Erases who observed an election. A server that is killed meanwhile counts as a try. */
export const erasePeople = job({
  name: 'elections.erase-people',
  payload,
  tries: 6,
  otherwise: giveUp,
})

/**
 * Empties an election of what it is said to lose. It is never given up: what is left to be done is what is
 * still there, and whoever comes next goes on with it.
 */
export const emptyInSteps = job({ name: 'elections.empty', payload, tries: 100 })

/** Leaves an election to be emptied once this commits. */
export async function emptyLater(
  { db, who }: Doing,
  electionId: Id<'elections'>,
  emptying: Emptying,
  ways: EmptyingWays,
): Promise<void> {
  await beginEmptying(db, electionId, emptying, ways)
  await enqueue(db, emptyInSteps, { electionId, actor: actorOf(who) })
}

/** Empties an election that was left for good: at once where it holds little, or else in steps. */
export async function emptyLeft(by: Doing, id: Id<'elections'>, ways: EmptyingWays): Promise<void> {
  if (!(await holdsLittle(by.db, id, ways))) return emptyLater(by, id, 'everything', ways)
  await emptyElection(by.db, id, ways)
  await recountLater(by.db, id, countedThings)
}

/** How an election is emptied, and its people erased, by the features that have them. */
export type LeavingWays = EmptyingWays & { readonly erasers: readonly Eraser[] }

type Outside = { readonly database: Database; readonly clock: Clock } & LeavingWays
type Erasing = Run<typeof payload>
type EmptyingRun = Run<typeof payload>

export const electionWorkers = (outside: Outside): readonly Worker[] => [
  worker(emptyInSteps, (run) => empty(outside, run)),
  worker(erasePeople, (run) => eraseAll(outside, run)),
  worker(giveUp, ({ payload: { electionId } }) =>
    outside.database.write(async (tx) => {
      if (await lockErasing(tx, electionId)) await endErasing(tx, electionId)
      await tellScreens(tx)
    }),
  ),
]

/**
 * One portion after the other, until there is none left or somebody has stopped it. Nothing is
 * remembered but what is erased: whoever comes next, after a crash or elsewhere, goes on with the rest.
 */
async function eraseAll(
  { database, clock, erasers }: Outside,
  { payload, signal }: Erasing,
): Promise<void> {
  const { electionId } = payload
  const begin = async (tx: Tx) => {
    // A phone that was judged before its session goes is done before it goes.
    await closeElection(tx, electionId)
    const isErasing = await lockErasing(tx, electionId)
    if (isErasing) await eraseTraces(tx, electionId, erasers)
    return isErasing
  }
  const isMine = await givingWay(database, begin, 'change')
  const rest = restsAsLong(signal)
  for (let reached = isMine ? atBeginning : undefined; reached !== undefined; ) {
    const from: Reached = reached
    reached = await database.write((tx) => eraseOnce(tx, { ...payload, erasers }, from, clock()))
    await rest()
  }
}

/** Of each feature that blanks rows, the row behind which it goes on. */
type Reached = readonly number[]
const atBeginning: Reached = []

/** What was reached; undefined when there is nothing more to do. */
async function eraseOnce(
  tx: Tx,
  { electionId, actor, erasers }: Payload & Pick<LeavingWays, 'erasers'>,
  from: Reached,
  now: Date,
): Promise<Reached | undefined> {
  if (!(await lockErasing(tx, electionId))) return undefined
  const { rows, reached } = await eraseSome(tx, electionId, from, erasers)
  if (sum(rows) > 0) {
    await tellOf(tx, { electionId, actor }, rows, now)
    await tellScreens(tx)
    return reached
  }
  // What was committed late, under a lower number, is found from the beginning.
  if (from.some((row) => row > 0)) return atBeginning
  await endErasing(tx, electionId, now)
  await recountLater(tx, electionId, ['observers'])
  await tellScreens(tx)
  return undefined
}

/** The act says how many lines it touched, in their transaction: so the proof fits at any moment. */
async function tellOf(
  tx: Tx,
  { electionId: subjectId, actor }: Payload,
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

/** Screens belong to the current election, whichever is erased from. */
async function tellScreens(tx: Tx): Promise<void> {
  const { id: electionId } = await getCurrentElection(tx)
  await announce(tx, erasingMoved, { electionId, ngoId: null }, {})
}

async function empty(outside: Outside, run: EmptyingRun): Promise<void> {
  const { electionId } = run.payload
  const emptying = await findEmptying(outside.database.primary, electionId)
  if (emptying === 'reports') await takeBackAndStart(outside, run)
  if (emptying === 'everything') await removeEverything(outside, run)
}

/** How long it waits before it takes back what came in behind it, in milliseconds. */
const passMs = 100

/**
 * Phones report meanwhile: what came in behind us is taken back in another pass, shorter than the one
 * before because it does not rest, until so little is left that it goes in the moment in which the
 * election starts.
 */
async function takeBackAndStart(outside: Outside, run: EmptyingRun): Promise<void> {
  const { database, clock, reports } = outside
  const { electionId, actor } = run.payload
  for (let pass = 1; !(await reports.hasFew(database.primary, electionId)); pass++) {
    const takeNext: Stepping = async (tx, after) => {
      await holdElection(tx, electionId)
      if ((await findEmptying(tx, electionId)) !== 'reports') return undefined
      const { isDone, reached } = await takeBackSome(tx, electionId, after, reports)
      return isDone ? undefined : reached
    }
    await inSteps(outside, run, takeNext, { rests: pass === 1 })
    if ((await findEmptying(database.primary, electionId)) !== 'reports') return
    await pause(passMs, undefined, { signal: run.signal })
  }
  const start = async (tx: Tx) => {
    await closeElection(tx, electionId)
    if ((await findEmptying(tx, electionId)) !== 'reports') return
    await reports.takeBackAll(tx, electionId)
    await endEmptying(tx, electionId)
    await startElection(tx, { electionId, actor, now: clock() })
  }
  await givingWay(database, start, 'change')
}

/** Says that an election is the real thing, in a transaction that has taken back what was practised. */
export async function startElection(
  tx: Tx,
  { electionId: subjectId, actor, now: at }: Payload & { readonly now: Date },
): Promise<void> {
  await updateElection(tx, subjectId, { state: 'live' }, actor.name)
  const { id: electionId } = await getCurrentElection(tx)
  const change = { before: { state: 'rehearsal' }, after: { state: 'live' } }
  const act = 'elections.started'
  await record(tx, { electionId, at, actor, act, subject: 'elections', subjectId, ...change })
  await announce(tx, electionChanged, { electionId, ngoId: null }, {})
  await recountLater(tx, subjectId, countedThings)
}

/** Nobody is in it any more: what was reported goes first, and then what it was set up with. */
async function removeEverything(outside: Outside, run: EmptyingRun): Promise<void> {
  const { electionId } = run.payload
  await inSteps(outside, run, async (tx, after) => {
    const { isDone, reached } = await takeBackSome(tx, electionId, after, outside.reports)
    return isDone ? undefined : reached
  })
  await inSteps(outside, run, async (tx) => {
    const { isDone } = await removeSome(tx, electionId, outside)
    if (!isDone) return 0
    await endEmptying(tx, electionId)
    await recountLater(tx, electionId, countedThings)
    await tellEmptied(tx)
    return undefined
  })
}

/** How often screens hear how far it is, in milliseconds. */
const tellingMs = 1000

/** A step: from where it goes on, and where it has come to; undefined when it was the last. */
type Stepping = (tx: Tx, after: number) => Promise<number | undefined>

/**
 * Goes on from where a step has come to, each a transaction of its own, until one says that it is the last.
 * It rests as long as it works: half of the database's time is the most that it takes.
 */
async function inSteps(
  { database }: Outside,
  { signal }: EmptyingRun,
  step: Stepping,
  { rests } = { rests: true },
): Promise<void> {
  let toldAt = performance.now()
  const rest = restsAsLong(signal, () => rests)
  for (let reached: number | undefined = 0; reached !== undefined; ) {
    const [from, began]: [number, number] = [reached, performance.now()]
    const isDue = began - toldAt > tellingMs
    if (isDue) toldAt = began
    reached = await database.write(async (tx) => {
      if (isDue) await tellEmptied(tx)
      return step(tx, from)
    })
    await rest()
  }
}

/** Screens belong to the current election, whichever is emptied. */
async function tellEmptied(tx: Tx): Promise<void> {
  const { id: electionId } = await getCurrentElection(tx)
  await announce(tx, emptyingMoved, { electionId, ngoId: null }, {})
}
