import type { Database } from '#database/open.ts'
import { readPhones } from '#features/elections/server/phone-queries.ts'
import { AskedImport, importKind, type TaskKind } from '#features/tasks/server/runs.ts'
import { type Id, id } from '#kit/contract/id.ts'
import type { ImportReport } from '#kit/contract/import.ts'
import type { Table } from '#kit/contract/rows.ts'
import type { ImportSettings } from '#kit/server/import.ts'
import { type Worker, worker } from '#kit/server/jobs.ts'
import { recountLater } from '#kit/server/recount-later.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { type Acting, teller } from '#kit/server/tell.ts'
import { observersChanged } from '../contract.ts'
import { importObservers } from './import-queries.ts'
import { readAllPhones } from './reading-queries.ts'
import { countAllAsSaid, countAsSaidLater } from './test-queries.ts'

const tell = teller('observers', observersChanged, 'own organisation')

/** Whose observers a file brings, and what their pins are hashed with. */
type Into = { readonly ngoId: Id<'ngos'>; readonly secrets: Secrets }

/** Takes a file of observers in, or only tries; and tells of what it did. */
export async function takeIn(
  call: Acting,
  into: Into,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const report = await importObservers(db, { electionId, now, ...into }, table, settings)
  const { added, changed, wrong } = report
  const after = { added, changed, refused: wrong.length }
  if (settings.isDry) return report
  await tell(call, 'observers.imported', null, { after, ngoId: into.ngoId })
  await recountLater(db, electionId, changed > 0 ? ['observers', 'test-observers'] : ['observers'])
  return report
}

const Asked = AskedImport.extend({ ngoId: id('ngos') })

/** The import of observers that can be left to be done. */
export const observerKinds = (secrets: Secrets): readonly TaskKind[] => [
  importKind('import.observers', Asked, (call, table, settings, { ngoId }) =>
    takeIn(call, { ngoId, secrets }, table, settings),
  ),
]

export const observerWorkers = ({
  database,
}: {
  readonly database: Database
}): readonly Worker[] => [
  worker(countAsSaidLater, ({ payload: { electionId }, signal }) =>
    countAllAsSaid(database, electionId, signal),
  ),
  worker(readPhones, ({ payload: { electionId }, signal }) =>
    readAllPhones(database, electionId, signal),
  ),
]
