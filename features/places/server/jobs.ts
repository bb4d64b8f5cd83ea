import type { Database } from '#database/open.ts'
import { type ImportedThing, insertImport } from '#features/tasks/server/imported-queries.ts'
import { AskedImport, importKind, type TaskKind } from '#features/tasks/server/runs.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import type { Clock } from '#kit/server/http/server.ts'
import type { Worker } from '#kit/server/jobs/jobs.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import type { ImportSettings } from '#kit/server/sheets/import.ts'
import { placesChanged } from '../contract.ts'
import { importAreas } from './import/import-area-queries.ts'
import { importCounties } from './import/import-county-queries.ts'
import { importStations } from './import/import-station-queries.ts'
import { countImported } from './import/imported-queries.ts'
import { placeUndoer } from './import/undo-queries.ts'
import { areas, stations } from './subjects.ts'
import type { ReadOutlines } from './whereabouts-queries.ts'

const tell = changeRecorder('areas', placesChanged, 'everybody')

/** A file that can be imported, and how history records it. */
type Import = {
  readonly into: typeof importStations
  readonly kind: ImportedThing
  readonly act: string
}

export const areaImport: Import = {
  into: importAreas,
  kind: 'areas',
  act: 'places.areas-imported',
}
export const countyImport: Import = {
  into: importCounties,
  kind: 'counties',
  act: 'places.counties-imported',
}
export const stationImport: Import = {
  into: importStations,
  kind: 'stations',
  act: 'places.stations-imported',
}

/** Imports a file, or only checks it, against outlines where they can be read; and records what it did. */
export async function takeIn(
  call: ActorCall,
  { into, kind, act }: Import,
  table: Table,
  settings: ImportSettings,
  readOutlines?: ReadOutlines,
): Promise<ImportReport> {
  const { db, who, now } = call
  const { electionId } = who.scope
  if (settings.isDry) {
    const outlines = await readOutlines?.(db, who.scope)
    return into(db, { electionId, outlines }, table, settings)
  }
  const importId = await insertImport(db, {
    ...{ electionId, kind, ngoId: null, importedAt: now },
    ...{ fileName: table.file, importedBy: who.name },
  })
  const key = { electionId, importId }
  const report = await into(db, key, table, settings)
  const { added, changed, wrong } = report
  await placeUndoer.keep(db, key, await countImported(db, key, kind))
  await tell(call, act, null, { after: { added, changed, refused: wrong.length } })
  // New places have nothing to count yet.
  if (changed > 0) for (const one of [areas, stations]) await markAll(db, electionId, one)
  return report
}

/** The imports of places as tasks. */
export const placeKinds: readonly TaskKind[] = [
  importKind('import.areas', AskedImport, (call, table, settings) =>
    takeIn(call, areaImport, table, settings),
  ),
  importKind('import.counties', AskedImport, (call, table, settings) =>
    takeIn(call, countyImport, table, settings),
  ),
  importKind('import.stations', AskedImport, (call, table, settings) =>
    takeIn(call, stationImport, table, settings),
  ),
]

type PlaceJobDependencies = { readonly database: Database; readonly clock: Clock }

export const placeWorkers = ({ database, clock }: PlaceJobDependencies): readonly Worker[] => [
  ...placeUndoer.workers({ database, clock }),
]
