import type { Db } from '#database/open.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import {
  importFile,
  importUpload,
  startImport,
} from '#features/tasks/server/import/file-queries.ts'
import { type DownloadContents, sendFile, sheetOf } from '#kit/server/http/download.ts'
import { type StreamCall, serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import { explainTo } from '#kit/server/sheets/import.ts'
import { planColumns, unassignedColumns, uncoveredColumns } from '../columns.ts'
import { assignments } from '../contract.ts'
import { say } from '../copy.ts'
import { explainPlan } from '../reason-domain.ts'
import { readPlanOf } from './import/copied-queries.ts'
import { planCopy, planImport } from './import/import-queries.ts'
import { listPlanImports, planUndoer } from './import/imported-queries.ts'
import { eachAssignment, listAssignmentIds } from './list-queries.ts'
import { ofOrganisation } from './queries.ts'
import { eachUnassigned, listUnassigned } from './unassigned-queries.ts'
import { eachUncovered, listUncovered } from './uncovered-queries.ts'

export function planFileRoutes(server: Server): void {
  serveStream(server, assignments.export, (call) => {
    const { format, language, ...filter } = call.query
    const act = { act: 'assignments.exported', subject: 'assignments', filter }
    return sendFile(server, call, { name: 'plan', format, language, ...act }, (db) =>
      takePlan(db, call),
    )
  })
  serveStream(server, assignments.exportUnassigned, (call) => {
    const { format, language, ...filter } = call.query
    const act = { act: 'assignments.exported', subject: 'assignments', filter }
    return sendFile(
      server,
      call,
      { name: 'unassigned', hasFigures: true, format, language, ...act },
      (db) => takeUnassigned(db, call),
    )
  })
  serveStream(server, assignments.exportUncovered, (call) => {
    const { format, language, ...filter } = call.query
    const act = { act: 'assignments.exported', subject: 'assignments', filter }
    return sendFile(
      server,
      call,
      { name: 'uncovered', hasFigures: true, format, language, ...act },
      (db) => takeUncovered(db, call),
    )
  })
  serve(server, assignments.import, (call) =>
    importUpload(server, call, planImport, call.body, call.body.dryRun),
  )
  serve(server, assignments.copy, async (call) => {
    const { electionId, dryRun: isDry, skipInvalid } = call.body
    const table = await readPlanOf(call.db as Db, call.who, electionId)
    const rest = throttleToHalf(undefined, server.loadShedder.hasOthers)
    const settings = { isDry, skipInvalid, explain: explainTo(call.language, explainPlan), rest }
    return importFile(call, planCopy, table, settings, { skipInvalid })
  })
  serve(server, assignments.startImport, (call) => startImport(call, planImport, call.body))
  serve(server, assignments.listImports, ({ db, who, now }) => listPlanImports(db, who.scope, now))
  serve(server, assignments.undoImport, (call) =>
    planUndoer.begin(call, call.params.id, call.who.scope.ngoId),
  )
}

/** The plan as a sheet: filtered and ordered like the list. */
async function takePlan(
  db: Db,
  { who, query }: StreamCall<typeof assignments.export>,
): Promise<DownloadContents> {
  const { language, format: _, ...filter } = query
  const scope = ofOrganisation(who.scope, filter)
  const ids = await listAssignmentIds(db, scope, filter)
  const columns = planColumns(who.timezone)
  const sheet = sheetOf(say.plan, columns, language, () => eachAssignment(db, scope, ids))
  const election = await getElectionName(db, scope.electionId)
  return { sheets: [sheet], rows: ids.length, election }
}

async function takeUnassigned(
  db: Db,
  { who, query }: StreamCall<typeof assignments.exportUnassigned>,
): Promise<DownloadContents> {
  const scope = ofOrganisation(who.scope, query)
  const { totalItems } = await listUnassigned(db, scope, { page: 1, pageSize: 1 })
  const columns = unassignedColumns(who.timezone)
  const sheet = sheetOf(say.unassigned, columns, query.language, () => eachUnassigned(db, scope))
  const election = await getElectionName(db, scope.electionId)
  return { sheets: [sheet], rows: totalItems, election }
}

async function takeUncovered(
  db: Db,
  { who, query }: StreamCall<typeof assignments.exportUncovered>,
): Promise<DownloadContents> {
  const { language, format: _, ...filter } = query
  const scope = ofOrganisation(who.scope, filter)
  const { totalItems } = await listUncovered(db, scope, { ...filter, page: 1, pageSize: 1 })
  const sheet = sheetOf(say.uncovered, uncoveredColumns, language, () =>
    eachUncovered(db, scope, filter),
  )
  const election = await getElectionName(db, scope.electionId)
  return { sheets: [sheet], rows: totalItems, election }
}
