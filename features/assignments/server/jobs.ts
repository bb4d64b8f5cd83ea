import type { Database } from '#database/open.ts'
import { insertImport } from '#features/tasks/server/imported-queries.ts'
import type { StaffCall } from '#features/tasks/server/queries.ts'
import { AskedImport, importKind, type TaskKind } from '#features/tasks/server/runs.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import type { Clock } from '#kit/server/http/server.ts'
import type { Worker } from '#kit/server/jobs/jobs.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import type { ImportSettings } from '#kit/server/sheets/import.ts'
import { planChanged } from '../contract.ts'
import { importPlan } from './import/import-queries.ts'
import { planUndoer } from './import/undo-queries.ts'
import { plannedObservers, plannedStations } from './subjects.ts'

type Dependencies = { readonly database: Database; readonly clock: Clock }

const tell = changeRecorder('assignments', planChanged, 'own organisation')

/** Imports a plan, or only checks it; and records what it did. */
export async function takeIn(
  call: StaffCall,
  table: Table,
  settings: ImportSettings,
  {
    act = 'assignments.imported',
    ...more
  }: { readonly act?: string; readonly refusesOverlaps?: boolean } = {},
): Promise<ImportReport> {
  const { db, who, now } = call
  const { electionId, ngoId } = who.scope
  if (settings.isDry) return importPlan(db, { who, ...more }, table, settings)
  const importId = await insertImport(db, {
    ...{ electionId, kind: 'plan', ngoId, importedAt: now },
    ...{ fileName: table.file, importedBy: who.name },
  })
  const report = await importPlan(db, { who, importId, ...more }, table, settings)
  const { added, changed, wrong } = report
  await planUndoer.keep(db, { electionId, importId }, report)
  for (const one of [plannedStations, plannedObservers]) await markAll(db, electionId, one)
  await tell(call, act, null, {
    after: { fileName: table.file, added, changed, refused: wrong.length },
  })
  return report
}

/** The import of a plan as a task. */
export const planKinds: readonly TaskKind[] = [
  importKind('import.plan', AskedImport, (call, table, settings) => takeIn(call, table, settings)),
]

export const assignmentWorkers = (dependencies: Dependencies): readonly Worker[] =>
  planUndoer.workers(dependencies)
