import type { Logger } from 'pino'
import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import { getCurrentElection } from '#features/elections/server/queries.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import type { LastHead } from '#kit/server/history/history.ts'
import type { Clock } from '#kit/server/http/server.ts'
import {
  enqueue,
  job,
  type Run,
  type Stoppable,
  type Worker,
  worker,
} from '#kit/server/jobs/jobs.ts'
import { repeat } from '#kit/server/jobs/repeat.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import type { Projections } from '#kit/server/projections/projection.ts'
import {
  beginProof,
  endProof,
  findLastBegun,
  moveProof,
  stopProof,
} from './proof/proving-queries.ts'
import { type Stage, verify } from './proof/verify.ts'

const payload = z.object({ id: z.int() })

/** Proves all of history in the background. */
const proveAll = job({ name: 'history.prove', payload, tries: 3 })

/** Links recomputed before yielding: some milliseconds of hashing. */
const linksAtOnce = 500

/** How often progress is stored and cancelling checked, in milliseconds. */
const tickMs = 1000

type ProofDependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly lastHead: LastHead
}

/** Starts a proof, unless one is running. */
export async function askForProof(
  tx: Tx,
  request: { readonly askedBy: string | null; readonly now: Date },
): Promise<boolean> {
  const id = await beginProof(tx, request)
  if (id === undefined) return false
  await enqueue(tx, proveAll, { id })
  return true
}

export const historyWorkers = (
  dependencies: ProofDependencies,
  projections: Projections,
): readonly Worker[] => [worker(proveAll, (run) => prove(dependencies, projections, run))]

class ProofCancelled extends Error {
  override readonly name = 'Unwanted'
}

async function prove(
  dependencies: ProofDependencies,
  projections: Projections,
  { payload: { id }, signal, isLastTry }: Run<typeof payload>,
): Promise<void> {
  const { database, clock, logger, lastHead } = dependencies
  let reportedAt = 0
  const report = async (stage: Stage, done: number, total: number) => {
    if (performance.now() - reportedAt < tickMs) return
    reportedAt = performance.now()
    const isWanted = await database.write((tx) =>
      moveProof(tx, id, { stage, done, total }, clock()),
    )
    if (!isWanted) throw new ProofCancelled()
  }
  const head = await lastHead.read()
  const kept = head ? [{ ...head, from: 'history-head.json' }] : []
  try {
    const pause = throttleToHalf(signal)
    const verified = await verify(database, {
      projections,
      kept,
      report,
      signal,
      pause,
      linksAtOnce,
    })
    await database.write((tx) => endProof(tx, id, verified, clock()))
    const { chain, structure, rows, counts } = verified
    const faults = [...chain, ...structure, ...rows, ...counts]
    if (faults.length > 0)
      logger.error(
        { faults: faults.slice(0, 20) },
        'history does not prove what is stored: npm run verify',
      )
  } catch (error) {
    if (error instanceof ProofCancelled) return
    if (isLastTry) await database.write((tx) => stopProof(tx, 'failed', clock()))
    throw error
  }
}

/** How often to check whether it is night, in milliseconds. */
const lookMs = 600_000

/** The hours between which a proof may start, on the election's clock. */
const night = { from: 2, until: 6 }

/** The minimum time between two starts, in milliseconds. */
const apartMs = 20 * 3_600_000

/** Proves all of history each night, until stopped. Every process may call this: only one starts the proof. */
export const startProving = ({ database, clock, logger }: ProofDependencies): Stoppable =>
  repeat({ job: proveAll.name, restMs: lookMs, logger }, () => proveByNight(database, clock()))

async function proveByNight(database: Database, now: Date): Promise<void> {
  const { timezone } = await getCurrentElection(database.primary)
  const hour = wallClock(now, timezone).getUTCHours()
  if (hour < night.from || hour >= night.until) return
  const before = await findLastBegun(database.primary)
  // The absolute difference: a clock that was ahead and is set back must not skip a night.
  if (before && Math.abs(now.getTime() - before.getTime()) < apartMs) return
  await database.write((tx) => askForProof(tx, { askedBy: null, now }))
}
