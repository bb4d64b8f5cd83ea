import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { actorOf, record } from '#kit/server/history/history.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import type { Clock } from '#kit/server/http/server.ts'
import type { CountedThing } from '#kit/server/jobs/counter.ts'
import { enqueue, job, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { enqueueRecount } from '#kit/server/jobs/recount-later.ts'
import { announce } from '#kit/server/live/announce.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import { importKeptSeconds } from '../domain.ts'
import {
  addUndone,
  beginUndoing,
  deleteImport,
  endUndoing,
  type ImportDone,
  type ImportedThing,
  type ImportKey,
  type ImportUndo,
  lockUndoing,
  type UndoCounts,
  updateImport,
} from './imported-queries.ts'

/** How a feature undoes its imports. */
export type Undoable = {
  /** The prefix of its jobs and acts. */
  readonly name: string
  /** The things' name in history. */
  readonly subject: string
  readonly kinds: readonly ImportedThing[]
  /** The event for open screens. */
  readonly event: LiveEvent
  /** The counters that depend on the things, recounted when it is done. */
  readonly recounts: readonly CountedThing[]
  /** Takes a lock, where others change the same in another order. */
  readonly turn?: (tx: Tx, electionId: Id<'elections'>) => Promise<void>
  /** Undoes the next ones, few enough that nobody waits for them; undefined: there are none left. */
  readonly some: (
    tx: Tx,
    key: ImportKey,
    of: ImportUndo,
    now: Date,
  ) => Promise<UndoCounts | undefined>
}

type UndoDependencies = { readonly database: Database; readonly clock: Clock }

/** Keeps a feature's imports for a week, and undoes them. */
export type ImportUndoer = {
  /** Keeps what an import did until it can no longer be undone; one that did nothing is not kept. */
  keep(tx: Tx, key: ImportKey, done: ImportDone): Promise<void>
  /** Leaves the undoing of an import to a job, and records in history who asked for it. */
  begin(call: ActorCall, id: Id<'imports'>, ngoId: Id<'ngos'> | null): Promise<Record<never, never>>
  workers(dependencies: UndoDependencies): readonly Worker[]
}

const Key = z.object({ electionId: id('elections'), importId: id('imports') })
const UndoPayload = Key.extend({
  /** Who undoes it, as named in history. */
  actor: z.object({ role: z.string(), id: z.int().nullable(), name: z.string() }),
})
type UndoPayload = z.output<typeof UndoPayload>

export function importUndoer(of: Undoable): ImportUndoer {
  const { name, subject, kinds, event } = of
  const undoLater = job({ name: `${name}.undo-import`, payload: UndoPayload, tries: 6 })
  const forgetLater = job({ name: `${name}.forget-import`, payload: Key, tries: 6 })
  return {
    async keep(tx, key, done) {
      if (done.added + done.changed + (done.along ?? 0) === 0) return deleteImport(tx, key)
      await updateImport(tx, key, done)
      await enqueue(tx, forgetLater, key, importKeptSeconds)
    },
    async begin(call, importId, ngoId) {
      const { db, who, now } = call
      const { electionId } = who.scope
      const whose = { electionId, kinds, ngoId }
      const found = await beginUndoing(db, whose, importId, { by: who.name, now })
      await enqueue(db, undoLater, { electionId, importId, actor: actorOf(who) })
      const act = { act: `${name}.import-undoing`, subject, subjectId: null }
      await recordBy(call, { ...act, after: { fileName: found.fileName } })
      await announce(db, event, { electionId, ngoId: found.ngoId }, {})
      return {}
    },
    workers: (dependencies) => [
      worker(undoLater, ({ payload, signal }) => undoImport(dependencies, of, payload, signal)),
      worker(forgetLater, ({ payload }) =>
        dependencies.database.write((tx) => deleteImport(tx, payload)),
      ),
    ],
  }
}

/** Undoes all of an import that can be, in steps; idempotent, also after a crash. */
async function undoImport(
  dependencies: UndoDependencies,
  of: Undoable,
  asked: UndoPayload,
  signal: AbortSignal,
): Promise<void> {
  const rest = throttleToHalf(signal)
  while (!(await undoStep(dependencies, of, asked))) await rest()
}

/** Returns whether nothing is left to be undone. */
const undoStep = (
  { database, clock }: UndoDependencies,
  { name, subject, event, recounts, turn, some }: Undoable,
  { electionId, importId, actor }: UndoPayload,
): Promise<boolean> =>
  database.write(async (tx) => {
    await lockElectionShared(tx, electionId)
    await turn?.(tx, electionId)
    const key = { electionId, importId }
    const undoing = await lockUndoing(tx, key)
    if (!undoing) return true
    const now = clock()
    const undone = await some(tx, key, undoing, now)
    if (undone) await addUndone(tx, key, undone)
    else {
      const act = { act: `${name}.import-undone`, subject, subjectId: null }
      const after = await endUndoing(tx, key, now)
      await record(tx, { electionId, at: now, actor, ...act, after })
      await enqueueRecount(tx, electionId, recounts)
    }
    await announce(tx, event, { electionId, ngoId: undoing.ngoId }, {})
    return undone === undefined
  })
