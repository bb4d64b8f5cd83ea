import { importTask } from '#features/tasks/server/import/file-queries.ts'
import type { TaskKind } from '#features/tasks/server/runs.ts'
import { planImport } from './import/import-queries.ts'
import { planUndoer } from './import/imported-queries.ts'

/** The import of a plan as a task. */
export const planKinds: readonly TaskKind[] = [importTask(planImport)]

export const assignmentWorkers = planUndoer.workers
