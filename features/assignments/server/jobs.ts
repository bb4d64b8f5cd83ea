import { sql } from 'kysely'
import type { Database, Tx } from '#database/open.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import { insertImport } from '#features/tasks/server/imported-queries.ts'
import type { StaffCall } from '#features/tasks/server/queries.ts'
import { AskedImport, importKind, type TaskKind } from '#features/tasks/server/runs.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { enqueue, removeDuplicates, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import type { ImportSettings } from '#kit/server/sheets/import.ts'
import { planChanged } from '../contract.ts'
import { expectAt, expectLater, stationsAtOnce } from './expecting-queries.ts'
import { importPlan } from './import/import-queries.ts'
import { planUndoer } from './import/undo-queries.ts'

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
  await enqueue(db, expectLater, { electionId })
  await tell(call, act, null, {
    after: { fileName: table.file, added, changed, refused: wrong.length },
  })
  return report
}

/** The import of a plan as a task. */
export const planKinds: readonly TaskKind[] = [
  importKind('import.plan', AskedImport, (call, table, settings) => takeIn(call, table, settings)),
]

export const assignmentWorkers = ({ database, clock }: Dependencies): readonly Worker[] => [
  ...planUndoer.workers({ database, clock }),
  worker(expectLater, async ({ payload, signal }) => {
    // A deadline is moved, and moved back: one pass finds it as it is.
    await removeDuplicates(database, expectLater, payload)
    await expectInSteps(database, payload, signal)
  }),
]

type Ordered = {
  readonly electionId: Id<'elections'>
  readonly stationIds?: readonly Id<'pollingStations'>[] | undefined
}

/** Goes through these stations, or all that anybody is or was assigned to; may be run twice at once. */
async function expectInSteps(
  database: Database,
  { electionId, stationIds }: Ordered,
  signal: AbortSignal,
): Promise<void> {
  const rest = throttleToHalf(signal)
  const analyze = analyzeAsTheyGrow(['expectations'])
  for (let after = 0; ; ) {
    const done = await database.write((tx) => expectNext(tx, electionId, stationIds, after))
    const last = done.at(-1)
    if (last === undefined) return
    after = last
    // About as many are owed there. Whoever reports waits no longer for what was done.
    await analyze(database.primary, done.length)
    await rest()
  }
}

const planned = (electionId: Id<'elections'>, after: number) => sql`
  select distinct a.polling_station_id from assignments a
   where a.election_id = ${electionId} and a.polling_station_id > ${after}`

/** Also those that nobody is assigned to: they may have been visited. */
const chosen = (stationIds: readonly Id<'pollingStations'>[], after: number) => sql`
  select distinct s.id as polling_station_id from unnest(${stationIds}::integer[]) s (id) where s.id > ${after}`

/** The next hundred stations; returns them, or none at the end, which it announces. */
async function expectNext(
  tx: Tx,
  electionId: Id<'elections'>,
  stationIds: readonly Id<'pollingStations'>[] | undefined,
  after: number,
): Promise<readonly Id<'pollingStations'>[]> {
  await lockElectionShared(tx, electionId)
  const { rows } = await sql<{ pollingStationId: Id<'pollingStations'> }>`
    ${stationIds ? chosen(stationIds, after) : planned(electionId, after)}
     order by 1 limit ${stationsAtOnce}`.execute(tx)
  const stations = rows.map(({ pollingStationId }) => pollingStationId)
  if (stations.length > 0) await expectAt(tx, electionId, stations)
  else await announce(tx, planChanged, { electionId, ngoId: null }, {})
  return stations
}
