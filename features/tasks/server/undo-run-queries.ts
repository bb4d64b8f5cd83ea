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

/** How a feature takes its imports back. */
export type Undoable = {
  /** What its jobs and acts begin with. */
  readonly name: string
  /** What history calls the things. */
  readonly subject: string
  readonly kinds: readonly ImportedThing[]
  /** What open screens hear. */
  readonly event: LiveEvent
  /** What depends on the things, and is counted again when it is done. */
  readonly recounts: readonly CountedThing[]
  /** Waits for its turn, where others change the same in another order. */
  readonly turn?: (tx: Tx, electionId: Id<'elections'>) => Promise<void>
  /** Takes the next back, few enough that nobody waits for them; undefined: there are none left. */
  readonly some: (
    tx: Tx,
    key: ImportKey,
    of: ImportUndo,
    now: Date,
  ) => Promise<UndoCounts | undefined>
}

type UndoDependencies = { readonly database: Database; readonly clock: Clock }

/** What keeps the imports of a feature for a week, and takes them back. */
export type ImportUndoer = {
  /** Keeps what an import did until it can no longer be taken back; one that did nothing is not kept. */
  keep(tx: Tx, key: ImportKey, done: ImportDone): Promise<void>
  /** Leaves the undoing of an import to a job, and says in history who asked for it. */
  begin(call: ActorCall, id: Id<'imports'>, ngoId: Id<'ngos'> | null): Promise<Record<never, never>>
  workers(dependencies: UndoDependencies): readonly Worker[]
}

const Key = z.object({ electionId: id('elections'), importId: id('imports') })
const UndoPayload = Key.extend({
  /** Who takes it back, as history names them. */
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

/** Takes all of an import back that can be, in steps; begun again, it does the rest. */
async function undoImport(
  dependencies: UndoDependencies,
  of: Undoable,
  asked: UndoPayload,
  signal: AbortSignal,
): Promise<void> {
  const rest = throttleToHalf(signal)
  while (!(await undoStep(dependencies, of, asked))) await rest()
}

/** Whether nothing is left to be taken back. */
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
