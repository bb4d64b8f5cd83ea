import * as z from 'zod'
import type { Database } from '#database/open.ts'
import { readPhones } from '#features/elections/server/phone-queries.ts'
import { insertImport } from '#features/tasks/server/imported-queries.ts'
import { AskedImport, importKind, type TaskKind } from '#features/tasks/server/runs.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import { type Id, id } from '#kit/contract/value/id.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { ImportSettings } from '#kit/server/sheets/import.ts'
import { observersChanged } from '../contract.ts'
import { importObservers } from './import/import-queries.ts'
import { observerUndoer } from './import/undo-queries.ts'
import { readAllPhones } from './reading-queries.ts'

const tell = changeRecorder('observers', observersChanged, 'own organisation')

/** Whose observers a file imports, and what their pins are hashed with. */
type ObserverImportContext = {
  readonly ngoId: Id<'ngos'>
  readonly secrets: Secrets
  /** A new phone with the name of one known observer becomes theirs. */
  readonly changePhones: boolean
}

/** Imports a file of observers, or only checks it; and records what it did. */
export async function takeIn(
  call: ActorCall,
  into: ObserverImportContext,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const there = { electionId, now, ...into, seesEveryNgo: who.scope.ngoId === null }
  if (settings.isDry) return importObservers(db, there, table, settings)
  const importId = await insertImport(db, {
    ...{ electionId, kind: 'observers', ngoId: into.ngoId, importedAt: now },
    ...{ fileName: table.file, importedBy: who.name },
  })
  const report = await importObservers(db, { ...there, importId }, table, settings)
  const { added, changed, wrong } = report
  await observerUndoer.keep(db, { electionId, importId }, report)
  const after = { added, changed, refused: wrong.length }
  await tell(call, 'observers.imported', null, { after, ngoId: into.ngoId })
  return report
}

/** Tasks of an earlier version do not say whether phones change. */
const Asked = AskedImport.extend({ ngoId: id('ngos'), changePhones: z.boolean().default(false) })

/** The import of observers as a task. */
export const observerKinds = (secrets: Secrets): readonly TaskKind[] => [
  importKind('import.observers', Asked, (call, table, settings, asked) =>
    takeIn(
      call,
      { ngoId: asked.ngoId, secrets, changePhones: asked.changePhones },
      table,
      settings,
    ),
  ),
]

type ObserverJobDependencies = { readonly database: Database; readonly clock: Clock }

export const observerWorkers = ({
  database,
  clock,
}: ObserverJobDependencies): readonly Worker[] => [
  ...observerUndoer.workers({ database, clock }),
  worker(readPhones, ({ payload: { electionId }, signal }) =>
    readAllPhones(database, electionId, signal),
  ),
]
