import { importTask } from '#features/tasks/server/import/file-queries.ts'
import type { TaskKind } from '#features/tasks/server/runs.ts'
import { areaImport } from './import/import-area-queries.ts'
import { countyImport } from './import/import-county-queries.ts'
import { stationImport } from './import/import-station-queries.ts'
import { placeUndoer } from './import/imported-queries.ts'

/** The imports of places as tasks. */
export const placeKinds: readonly TaskKind[] = [areaImport, countyImport, stationImport()].map(
  importTask,
)

export const placeWorkers = placeUndoer.workers
