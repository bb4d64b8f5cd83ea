import type { Logger } from 'pino'
import type { Database } from '#database/open.ts'
import { getCurrentElection } from '#features/elections/server/queries.ts'
import type { Files } from '#kit/server/files/files.ts'
import { record } from '#kit/server/history/history.ts'
import type { Clock } from '#kit/server/http/server.ts'
import type { Stoppable } from '#kit/server/jobs/jobs.ts'
import { repeat } from '#kit/server/jobs/repeat.ts'
import {
  type FilesToRemove,
  forgetFiles,
  nameOfDatabase,
  noteUnused,
  takeUnused,
} from './kept-queries.ts'

/**
 * How long an unreferenced file is kept, in milliseconds: a database restored from a backup up to this old
 * still finds every file it names.
 */
const graceMs = 7 * 24 * 3_600_000

const lookMs = 3_600_000

/** How many are claimed at a time; they are removed a few at once. */
const batch = 100
const atOnce = 10
/** Claimed files that are not started within this time, in milliseconds, wait for the next sweep. */
const patienceMs = 30_000

type SweepDependencies = {
  readonly database: Database
  readonly files: Files
  readonly logger: Logger
  readonly clock: Clock
}

/**
 * Removes the files of deleted notes, in this process, until stopped. Any number of processes may: they share
 * the work. What was started and not finished is found again by the next sweep.
 */
export const startSweeping = (dependencies: SweepDependencies): Stoppable =>
  repeat({ job: 'notes.sweep-files', restMs: lookMs, logger: dependencies.logger }, (signal) =>
    sweep(dependencies, signal),
  )

async function sweep(dependencies: SweepDependencies, signal: AbortSignal): Promise<void> {
  const { database, files, logger, clock } = dependencies
  const us = await nameOfDatabase(database.primary)
  const owner = await files.ownerOr(us)
  // A test copy of the installation, on the bucket of the original.
  if (owner !== us)
    return logger.warn({ owner, us }, 'these files are another database’s: none goes')
  await database.write((tx) => noteUnused(tx, clock()), 'export')
  while (!signal.aborted) {
    const before = new Date(clock().getTime() - graceMs)
    const going = await database.write((tx) => takeUnused(tx, before, batch), 'export')
    if (!going) return
    await removeAll(dependencies, going, signal)
  }
}

/** Between two transactions: a slow store holds no connection. */
async function removeAll(
  { database, files, clock }: SweepDependencies,
  going: FilesToRemove,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...going.digests]
  const begun = performance.now()
  const gone: Removed[] = []
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (signal.aborted || performance.now() - begun > patienceMs) return
      gone.push({ sha256: next, bytes: await files.remove(next) })
    }
  }
  const done = await Promise.allSettled(Array.from({ length: atOnce }, work))
  await database.write(async (tx) => {
    await forgetFiles(tx, { ...going, digests: gone.map(({ sha256 }) => sha256) })
    await announceRemoved(tx, gone, clock())
  }, 'export')
  for (const each of done) if (each.status === 'rejected') throw each.reason
}

/** A removed file and its size; undefined where it was gone already. */
type Removed = { readonly sha256: Buffer; readonly bytes: number | undefined }

async function announceRemoved(
  tx: Parameters<typeof record>[0],
  gone: readonly Removed[],
  at: Date,
): Promise<void> {
  const sizes = gone.flatMap(({ bytes }) => bytes ?? [])
  if (sizes.length === 0) return
  const { id: electionId } = await getCurrentElection(tx)
  await record(tx, {
    electionId,
    at,
    actor: { role: 'server', id: null, name: 'Veghe' },
    act: 'notes.files-removed',
    subject: 'notes',
    subjectId: null,
    after: { files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes) },
  })
}
