import type { Database, Db } from '#database/open.ts'
import { listElectionIds } from '#features/elections/server/queries.ts'
import { findHead } from '#kit/server/history/history.ts'
import type { RecordedTable } from '#kit/server/history/recorded.ts'
import type { Projections } from '#kit/server/projections/projection.ts'
import { type Difference, recount } from '#kit/server/projections/recount.ts'
import { type ClaimedHead, proveChain } from '../chain-queries.ts'
import { countUnsealed } from './proof-queries.ts'
import {
  compareNext,
  countRecorded,
  type Differing,
  listReplayable,
  listWhereabouts,
  type Replayable,
  recordedTables,
} from './rows-queries.ts'
import { listDepartures } from './structure-queries.ts'

/** The current stage and its progress. */
export type Stage = 'chain' | 'reports' | 'counts'

export type Verifying = {
  readonly projections: Projections
  /** Heads kept outside of the database. */
  readonly kept: readonly ClaimedHead[]
  report(stage: Stage, done: number, total: number): Promise<void> | void
  readonly signal?: AbortSignal | undefined
  /** Called after each portion: a proof running beside reports yields to them here. */
  readonly pause?: () => Promise<void>
  /** Links recomputed between two of those. */
  readonly linksAtOnce?: number
}

/** The result of a verification, in words. */
export type Verified = {
  /** How far the chain is valid. */
  readonly position: number
  readonly hash: string
  /** Later lines that are not sealed yet, as far as they are counted. */
  readonly waiting: number
  readonly chain: readonly string[]
  readonly structure: readonly string[]
  /** Rows that differ from history, in station order, and how many more there are. */
  readonly rows: readonly string[]
  readonly moreRows: number
  /** How many rows were compared with history. */
  readonly compared: number
  readonly counts: readonly string[]
  /** Skipped checks, with reasons. */
  readonly skipped: readonly string[]
}

/** How many rows are named; the others are only counted. */
const mostNamed = 10_000

/** Waiting lines beyond this number are not counted. */
export const mostWaiting = 10_000

/**
 * Proves everything that history can prove: its chain, triggers and functions in the database, rows, and
 * counters.
 */
export async function verify(database: Database, verifying: Verifying): Promise<Verified> {
  const { kept, projections, signal, report, pause, linksAtOnce } = verifying
  const structure = await listDepartures(database.db)
  const unsealed = await countUnsealed(database.db, undefined, 1)
  const total = (await findHead(database.db))?.position ?? 0
  const { reached, wrong: chain } = await proveChain(database, kept, {
    signal,
    linksAtOnce,
    report: async (links) => {
      await report('chain', links, Math.max(links, total))
      await pause?.()
    },
  })
  const waiting = unsealed === 0 ? 0 : await countUnsealed(database.db, reached, mostWaiting)
  const rows = await replayAll(database, verifying)
  const counts: string[] = []
  let slices = 0
  const counting = recount(database, projections, {
    elections: await listElectionIds(database.db),
    pause: async () => {
      signal?.throwIfAborted()
      slices += 1
      await report('counts', slices, 0)
      await pause?.()
    },
  })
  for await (const one of counting) counts.push(sayMiscounted(one))
  const { position, hash } = reached
  return { position, hash, waiting, chain, structure, counts, ...rows }
}

function sayMiscounted({ projection, electionId, key, stored, counted }: Difference): string {
  const where = Object.entries(key).map(([name, value]) => `${name} ${value}`)
  const names = Object.keys(counted ?? stored ?? {})
  const unlike = names.filter((name) => stored?.[name] !== counted?.[name])
  return `election ${electionId}, ${projection}, ${where.join(', ')}: ${unlike.join(', ')} is not what counting gives`
}

/** A row that differs, and its sort key. */
type Named = { readonly order: string; readonly text: string }

type Replay = Pick<Verified, 'rows' | 'moreRows' | 'compared' | 'skipped'>

/** Replays history, and names the rows that differ from it. */
async function replayAll(
  database: Pick<Database, 'db' | 'snapshot'>,
  { report, signal, pause }: Verifying,
): Promise<Replay> {
  const total = await countRecorded(database.db)
  const found: Named[] = []
  const skipped = new Set<string>()
  let differing = 0
  let compared = 0
  for await (const step of replaySteps(database)) {
    signal?.throwIfAborted()
    if (typeof step === 'string') {
      skipped.add(step)
      continue
    }
    compared += step.rows
    differing += step.named.length
    found.push(...step.named.slice(0, Math.max(0, mostNamed - found.length)))
    await report('reports', Math.min(compared, total), total)
    await pause?.()
  }
  // In station order, as a reader goes through them; rows without a station come last.
  found.sort((one, other) => (one.order < other.order ? -1 : Number(one.order > other.order)))
  const rows = found.map(({ text }) => text)
  return { rows, moreRows: differing - rows.length, compared, skipped: [...skipped] }
}

type ReplayStep = { readonly last: number; readonly rows: number; readonly named: readonly Named[] }

/** Range by range; or why one table of an election was skipped. */
async function* replaySteps(
  database: Pick<Database, 'db' | 'snapshot'>,
): AsyncGenerator<ReplayStep | string> {
  for (const { electionId } of await listReplayable(database.db))
    for (const recorded of recordedTables) yield* stepsOf(database, electionId, recorded)
}

/** Each in one snapshot: a row and its lines are committed together. */
async function* stepsOf(
  database: Pick<Database, 'snapshot'>,
  electionId: number,
  recorded: RecordedTable,
): AsyncGenerator<ReplayStep | string> {
  for (let after = 0; ; ) {
    const from = after
    const step = await database.snapshot((db) => nextStep(db, electionId, recorded, from))
    if (step === undefined) return
    yield step
    if (typeof step === 'string') return
    after = step.last
  }
}

async function nextStep(
  db: Db,
  electionId: number,
  recorded: RecordedTable,
  after: number,
): Promise<ReplayStep | string | undefined> {
  const election = (await listReplayable(db)).find((one) => one.electionId === electionId)
  if (!election) return undefined
  const reason = skippedFor(election)
  if (reason) return `election ${electionId} ${reason}: it was not compared`
  const from = recorded.isReport ? election.reportsFrom : election.allFrom
  const step = await compareNext(db, { recorded, electionId, from }, after)
  if (!step) return undefined
  const { differing, ...reached } = step
  return { ...reached, named: await nameAll(db, electionId, differing) }
}

const skippedFor = ({ isEmptying, isReplaced, allFrom }: Replayable): string | undefined =>
  isEmptying
    ? 'is being emptied'
    : isReplaced && allFrom === 0
      ? 'was a rehearsal until another was loaded in its place'
      : undefined

async function nameAll(
  db: Db,
  electionId: number,
  differing: readonly Differing[],
): Promise<Named[]> {
  if (differing.length === 0) return []
  const ids = differing.flatMap(({ pollingStationId }) => pollingStationId ?? [])
  const places = await listWhereabouts(db, electionId, ids)
  return differing.map(({ what, pollingStationId, faults }) => {
    const place = places.get(pollingStationId ?? 0)
    const station = place ? `station ${place.name}, ` : ''
    return {
      order: `${String(electionId).padStart(9, '0')} ${place?.order ?? '~'}`,
      text: `election ${electionId}, ${station}${what}: ${faults.join('; ')}`,
    }
  })
}
