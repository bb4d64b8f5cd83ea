import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import { Problem } from '#kit/contract/problem.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { actorOf, record } from '#kit/server/history/history.ts'
import { type ActorCall, changeRecorder, recordBy } from '#kit/server/history/record-change.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { enqueue, job, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import { markAll, type Subject } from '#kit/server/projections/mark.ts'
import { type ImportSettings, progressWhileWaiting } from '#kit/server/sheets/import.ts'
import { type ImportedKind, lockImport } from '#kit/server/sheets/import-lock.ts'
import { importKeptSeconds } from '../../domain.ts'
import {
  addUndone,
  beginUndoing,
  deleteImport,
  endUndoing,
  findUndoing,
  type ImportedThing,
  type ImportKey,
  type ImportUndo,
  lockUndoing,
  type UndoCounts,
  updateImport,
  type Whose,
} from './imported-queries.ts'
import { countImported, type UndoableTable, undoNext } from './rows-queries.ts'

/** How a feature undoes its imports. */
export type Undoable = {
  /** The prefix of its jobs and acts. */
  readonly name: string
  /** The subject in history. */
  readonly subject: string
  readonly kinds: readonly ImportedThing[]
  readonly event: LiveEvent
  readonly concerns: 'everybody' | 'own organisation'
  /** The subjects of figures to recount after an undo. */
  readonly marks: readonly Subject[]
  readonly lock: ImportedKind
  /** Whether undoing takes that lock, too, because others change the same rows in another order. */
  readonly isInTurn: boolean
  /** The tables in the order of undoing. */
  readonly tables: readonly UndoableTable[]
}

export type ImportedInto = Pick<Whose, 'electionId' | 'ngoId'>

type UndoDependencies = { readonly database: Database; readonly clock: Clock }

/** Stores undo data of a feature's imports for a week, and undoes them. */
export type ImportUndoer = {
  /** Records an import in history, and announces it to open screens. */
  record(call: ActorCall, act: string, ngoId: Id<'ngos'> | null, after: object): Promise<void>
  /** Stores an import's counts and schedules the deletion of its undo data; one that changed nothing is not stored. */
  keep(tx: Tx, key: ImportKey, kind: ImportedThing): Promise<void>
  /** Enqueues the undoing of an import, and records the account in history. */
  begin(call: ActorCall, id: Id<'imports'>, ngoId: Id<'ngos'> | null): Promise<Record<never, never>>
  /**
   * Serialises imports with undoing: otherwise rows that an undo is about to delete would be reported as existing. A
   * background task waits for the undo, and can be cancelled meanwhile.
   * @throws Problem `import.undoing` if an earlier import is still being undone
   */
  takeTurn(tx: Tx, into: ImportedInto, table: Table, settings: ImportSettings): Promise<void>
  workers(dependencies: UndoDependencies): readonly Worker[]
}

const Key = z.object({ electionId: id('elections'), importId: id('imports') })
const UndoPayload = Key.extend({
  /** The account that undoes it, for history. */
  actor: z.object({ role: z.string(), id: z.int().nullable(), name: z.string() }),
})
type UndoPayload = z.output<typeof UndoPayload>

/** The polling interval of an import that waits for an undo, in milliseconds. */
const lookEveryMs = 200

export function importUndoer(of: Undoable): ImportUndoer {
  const { name, subject, kinds, event, concerns, lock } = of
  const record = changeRecorder(subject, event, concerns)
  const undoLater = job({ name: `${name}.undo-import`, payload: UndoPayload, tries: 6 })
  const forgetLater = job({ name: `${name}.forget-import`, payload: Key, tries: 6 })
  return {
    record: (call, act, ngoId, after) =>
      record(call, act, null, { after, ...(ngoId !== null && { ngoId }) }),
    async keep(tx, key, kind) {
      const done = await countImported(tx, key, kind)
      if (done.added + done.changed + done.along === 0) return deleteImport(tx, key)
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
    async takeTurn(tx, into, table, settings) {
      const isBusy = async () =>
        (await findUndoing(tx, { ...into, kinds }, undoLater)) !== undefined
      if (!settings.isDry) {
        const meanwhile = progressWhileWaiting(table, settings)
        while (meanwhile && (await isBusy())) {
          await meanwhile()
          await wait(lookEveryMs)
        }
        await lockImport(tx, into.electionId, lock, meanwhile)
      }
      if (await isBusy()) throw new Problem('import.undoing')
    },
    workers: (dependencies) => [
      worker(undoLater, async ({ payload, signal }) => {
        const { electionId, importId } = payload
        const { primary } = dependencies.database
        const all = { electionId, kinds, ngoId: null }
        // Later imports are undone first, so that rows have this import's values again. Their own job may have died.
        for (;;) {
          const first = await findUndoing(primary, all, undoLater, importId)
          if (first === undefined) break
          await undoImport(dependencies, of, UndoPayload.parse(first), signal)
        }
        await undoImport(dependencies, of, payload, signal)
      }),
      worker(forgetLater, ({ payload }) =>
        dependencies.database.write((tx) => deleteImport(tx, payload)),
      ),
    ],
  }
}

/** Undoes an import in steps; idempotent, also after a crash. */
async function undoImport(
  dependencies: UndoDependencies,
  of: Undoable,
  payload: UndoPayload,
  signal: AbortSignal,
): Promise<void> {
  const rest = throttleToHalf(signal)
  while (!(await undoStep(dependencies, of, payload))) await rest()
}

/** Returns whether nothing is left to undo. */
const undoStep = (
  { database, clock }: UndoDependencies,
  { name, subject, event, marks, lock, isInTurn, tables }: Undoable,
  { electionId, importId, actor }: UndoPayload,
): Promise<boolean> =>
  database.write(async (tx) => {
    await lockElectionShared(tx, electionId)
    if (isInTurn) await lockImport(tx, electionId, lock)
    const key = { electionId, importId }
    const undoing = await lockUndoing(tx, key)
    if (!undoing) return true
    const now = clock()
    const undone = await undoSome(tx, key, tables, undoing, now)
    if (undone) await addUndone(tx, key, undone)
    else {
      const act = { act: `${name}.import-undone`, subject, subjectId: null }
      const after = await endUndoing(tx, key, now)
      await record(tx, { electionId, at: now, actor, ...act, after })
      for (const one of marks) await markAll(tx, electionId, one)
    }
    await announce(tx, event, { electionId, ngoId: undoing.ngoId }, {})
    return undone === undefined
  })

/** Undoes the next rows of the first table with any left; undefined if none has. */
async function undoSome(
  tx: Tx,
  key: ImportKey,
  tables: readonly UndoableTable[],
  of: ImportUndo,
  now: Date,
): Promise<UndoCounts | undefined> {
  for (const table of tables) {
    const undone = await undoNext(tx, key, table, of, now)
    if (undone) return undone
  }
  return undefined
}
