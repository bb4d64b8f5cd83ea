import type { Db } from '#database/open.ts'
import { getElectionName, getHomeCountry } from '#features/elections/server/queries.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type DownloadContents, sendFile, sheetOf } from '#kit/server/http/download.ts'
import { type Call, type StreamCall, serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import { explainTo, fileIn, readUploaded } from '#kit/server/sheets/import.ts'
import { planColumns } from '../columns.ts'
import { assignments, planChanged } from '../contract.ts'
import { say } from '../copy.ts'
import { explainPlan } from '../reason-domain.ts'
import { expectLater } from './expecting-queries.ts'
import { importPlan } from './import-queries.ts'
import { eachAssignment, listAssignments } from './queries.ts'

const recordChange = changeRecorder('assignments', planChanged, 'own organisation')

export function planFileRoutes(server: Server): void {
  serveStream(server, assignments.export, (call) => {
    const { format, language, ...filter } = call.query
    const act = { act: 'assignments.exported', subject: 'assignments', filter }
    return sendFile(server, call, { name: 'plan', format, language, ...act }, (db) =>
      takePlan(db, call),
    )
  })
  serve(server, assignments.import, (call) => importFile(server, call))
}

/** The plan as a sheet: filtered and ordered like the list. */
async function takePlan(
  db: Db,
  { who, query }: StreamCall<typeof assignments.export>,
): Promise<DownloadContents> {
  const { language, format: _, ...filter } = query
  const { totalItems } = await listAssignments(db, who.scope, { ...filter, page: 1, pageSize: 1 })
  const columns = planColumns(who.timezone)
  const sheet = sheetOf(say.plan, columns, language, () => eachAssignment(db, who.scope, filter))
  const election = await getElectionName(db, who.scope.electionId)
  return { sheets: [sheet], rows: totalItems, election }
}

async function importFile(
  { loadShedder }: Server,
  call: Call<typeof assignments.import>,
): Promise<ImportReport> {
  const { db, who, body } = call
  const { dryRun: isDry, skipInvalid, columns } = body
  const explain = explainTo(call.language, explainPlan)
  const country = await getHomeCountry(db, who.scope.electionId)
  const rest = throttleToHalf(undefined, loadShedder.hasOthers)
  const table = await readUploaded(fileIn(call.uploads), country, explain, rest)
  const report = await importPlan(db, who, table, { isDry, skipInvalid, columns, explain, rest })
  if (isDry) return report
  const { added, changed, wrong } = report
  await enqueue(db, expectLater, { electionId: who.scope.electionId })
  await recordChange(call, 'assignments.imported', null, {
    after: { added, changed, refused: wrong.length },
  })
  return report
}
