import { type RawBuilder, sql } from 'kysely'
import type { Ending } from '#database/connections/transaction.ts'
import { isOrphaned } from '#database/failure.ts'
import type { Db, Tx } from '#database/open.ts'
import { importanceOf } from '#kit/contract/call-importance.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Who } from '#kit/contract/who.ts'
import {
  lockElectionExclusive,
  lockElectionShared,
  retryWhileBusy,
  tryElectionShared,
  waitForElection,
} from '../election-lock.ts'
import { isKnown, type Rank } from '../load/queue.ts'
import { expectFor } from './admit.ts'
import type { Server } from './server.ts'

/** An admitted write call. */
export type WriteCall = {
  readonly endpoint: Endpoint
  readonly who: Who | null
  /** For a caller who has not signed in: whether it is a known device. */
  readonly rank?: Rank | undefined
}

/**
 * Runs a write call in one transaction, and reauthorises its caller inside it: since the request was
 * admitted they may have been signed out, have lost rights or be in another election, because a body takes
 * as long to arrive as its phone takes to send it. The election is locked until commit; and because waiting
 * and long work take time as well, the caller is checked once more at the end.
 */
export function write<T>(
  server: Server,
  { endpoint, who: before, rank = 'staff' }: WriteCall,
  work: (tx: Tx, who: Who | null) => Promise<T>,
): Promise<T> {
  const { database } = server
  const importance = before?.key ? 'export' : importanceOf(endpoint)
  if (!before) {
    const { anonymous } = server.loadShedder
    const important = isKnown(rank) ? 'report' : 'anonymous'
    const enter = () => database.write((tx) => work(tx, null), important)
    return retryStale(() => anonymous.run(rank, enter))
  }
  const { changing } = endpoint
  const hold = changing === 'election' ? lockElectionExclusive : lockElectionShared
  const judged = async (tx: Tx) => {
    await hold(tx, before.scope.electionId)
    const who = await admitAgain(server, endpoint, tx, before)
    const done = await work(tx, who)
    if (!changing) await expectUnchanged(server, tx, [who])
    return done
  }
  return retryStale(() => retryWhileBusy(database, judged, importance))
}

/** How long an authorisation stays valid within a transaction, in milliseconds. */
const judgedMs = 1_000

/** The work of a batch of observers' calls in one transaction. */
export type SharedWork<Calls, Known, Replies> = {
  /** Looks up what the calls name. */
  readonly lookUp: (tx: Tx, calls: Calls) => Promise<Known>
  /** The replies; the last statement goes to `end`. */
  readonly handle: (tx: Tx, calls: Calls, known: Known, end: Ending) => Promise<Replies>
}

/**
 * Runs a batch of write calls in three round trips. The first locks the election, reauthorises the callers and looks up
 * what they name; the second locks the visits; the last writes and commits.
 * All calls have arrived, so their callers are reauthorised once, and again only after a wait. If a caller has changed,
 * or their election has been archived, the batch is retried with the callers' current state: an act in the office must
 * not refuse a report. A caller whose session has ended fails the batch, which is then retried call by call.
 */
export function writeShared<Call extends { readonly who: Who }, Known, Replies>(
  server: Server,
  arrived: readonly Call[],
  { lookUp, handle }: SharedWork<readonly Call[], Known, Replies>,
): Promise<Replies> {
  return retryStale((changed) => {
    const calls = arrived.map((call) => ({ ...call, who: changed(call.who) }))
    const callers = calls.map(({ who }) => who)
    return server.database.write(async (tx, end) => {
      // Sent together with the next statements, which fail if it fails.
      findByKeys(tx).catch(() => undefined)
      const admitting = admitAll(server, tx, callers)
      const looking = lookUp(tx, calls)
      // If `looking` fails first, the caller awaits it and handles that.
      looking.catch(() => undefined)
      await admitting
      const judgedAt = performance.now()
      const last: RawBuilder<unknown>[] = []
      const replies = await handle(tx, calls, await looking, (...writes) => last.push(...writes))
      if (performance.now() - judgedAt > judgedMs) await expectUnchanged(server, tx, callers)
      end(waitingAtMost(judgedMs), ...last)
      return replies
    }, 'report')
  })
}

/** Locks the callers' elections, then reauthorises the callers: in one round trip, unless it has to wait. */
async function admitAll(server: Server, tx: Tx, callers: readonly Who[]): Promise<void> {
  const elections = [...new Set(callers.map(({ scope }) => scope.electionId))].sort(
    (one, other) => one - other,
  )
  const locking = Promise.all(elections.map((id) => tryElectionShared(tx, id)))
  const judging = expectUnchanged(server, tx, callers)
  judging.catch(() => undefined)
  if (!(await locking).includes(false)) return judging
  for (const id of elections) await waitForElection(tx, id)
  await expectUnchanged(server, tx, callers)
}

/**
 * Makes the transaction use nested loops over keys, and plan each statement once for batches of any size. Without
 * statistics, as on a new database, PostgreSQL expects an election to have few rows, and reads all of its visits to
 * change one.
 */
const findByKeys = (tx: Tx) =>
  sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config(name, 'off', true)
        from unnest(array['enable_hashjoin', 'enable_mergejoin', 'enable_material', 'enable_seqscan'])
             as name`.execute(tx)

/** Locks are not awaited for longer than the authorisation is valid. */
const waitingAtMost = (ms: number) => sql`select set_config('lock_timeout', ${`${ms}`}, true)`

const tries = 3

/** Conflict: callers have changed since they were admitted. Retried; if retries run out, the client retries. */
class CallerChanged extends Problem {
  readonly now: ReadonlyMap<string, Who>
  constructor(now: ReadonlyMap<string, Who>) {
    super('server.unavailable', { retryAfterSeconds: 1 })
    this.now = now
  }
}

/**
 * Retries after stale reads: when a row was deleted between lookup and write, or a caller changed. `work` gets a function
 * that returns a caller's current state.
 */
async function retryStale<T>(
  work: (changed: (who: Who) => Who) => Promise<T>,
  left = tries - 1,
  now: ReadonlyMap<string, Who> = new Map(),
): Promise<T> {
  try {
    return await work((who) => now.get(who.sessionId) ?? who)
  } catch (error) {
    const isOtherwise = error instanceof CallerChanged
    if (left === 0 || !(isOtherwise || isOrphaned(error))) throw error
    return retryStale(work, left - 1, isOtherwise ? error.now : now)
  }
}

/**
 * The caller's current state.
 * @throws Problem as when they were admitted, and `election.changed`.
 */
async function admitAgain(
  { recogniseAll }: Server,
  endpoint: Endpoint,
  tx: Tx,
  before: Who,
): Promise<Who> {
  const who = (await recogniseAll(tx, [before.sessionId])).get(before.sessionId)
  if (!who) throw new Problem('session.missing')
  if (who.scope.electionId !== before.scope.electionId) throw new Problem('election.changed')
  if (endpoint.access !== 'anyone') expectFor(endpoint, endpoint.access, who)
  return who
}

/**
 * Ensures that callers are unchanged.
 * @throws Problem `session.missing`, or one that asks them to retry.
 */
async function expectUnchanged(
  { recogniseAll }: Server,
  db: Db,
  callers: readonly Who[],
): Promise<void> {
  const sessionIds = callers.map(({ sessionId }) => sessionId)
  const found = await recogniseAll(db, sessionIds)
  for (const before of callers) {
    const who = found.get(before.sessionId)
    if (!who) throw new Problem('session.missing')
    if (callerFingerprint(who) !== callerFingerprint(before)) throw new CallerChanged(found)
  }
}

/** Fingerprint of a caller: identity, scope, and whether their election is archived. */
export const callerFingerprint = ({ role, id, ngoId, scope, isOver }: Who) =>
  JSON.stringify([role, id, ngoId, scope, isOver])
