import type { Database } from '#database/open.ts'
import { AskedImport, importKind, type TaskKind } from '#features/tasks/server/runs.ts'
import type { ImportReport } from '#kit/contract/import.ts'
import type { Table } from '#kit/contract/rows.ts'
import type { ImportSettings } from '#kit/server/import.ts'
import { type Worker, worker } from '#kit/server/jobs.ts'
import { recountLater } from '#kit/server/recount-later.ts'
import { type Acting, teller } from '#kit/server/tell.ts'
import { placesChanged } from '../contract.ts'
import { importCounties, importStations } from './import-queries.ts'
import { moveStations, moveStationsLater } from './move-queries.ts'

const tell = teller('areas', placesChanged, 'everybody')

/** A file that can be taken in, and how history tells of it. */
type Import = { readonly into: typeof importStations; readonly act: string }

export const countyImport: Import = { into: importCounties, act: 'places.counties-imported' }
export const stationImport: Import = { into: importStations, act: 'places.stations-imported' }

/** Takes a file in, or only tries; and tells of what it did. */
export async function takeIn(
  call: Acting,
  { into, act }: Import,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const report = await into(call.db, call.who.scope.electionId, table, settings)
  const { added, changed, wrong } = report
  if (settings.isDry) return report
  await tell(call, act, null, { after: { added, changed, refused: wrong.length } })
  // Municipalities may have changed their county, and stations with them.
  if (changed > 0) await recountLater(call.db, call.who.scope.electionId, ['stations'])
  return report
}

/** The imports of places that can be left to be done. */
export const placeKinds: readonly TaskKind[] = [
  importKind('import.counties', AskedImport, (call, table, settings) =>
    takeIn(call, countyImport, table, settings),
  ),
  importKind('import.stations', AskedImport, (call, table, settings) =>
    takeIn(call, stationImport, table, settings),
  ),
]

export const placeWorkers = ({ database }: { readonly database: Database }): readonly Worker[] => [
  worker(moveStationsLater, ({ payload: { electionId }, signal }) =>
    moveStations(database, electionId, signal),
  ),
]
