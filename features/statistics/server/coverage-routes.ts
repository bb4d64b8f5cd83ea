import type { Db } from '#database/open.ts'
import { listPlannedAreas, ofOrganisation } from '#features/assignments/server/queries.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import { countDeployment } from '#features/milestones/server/deployment-queries.ts'
import { listMilestones } from '#features/milestones/server/queries.ts'
import type { Column } from '#kit/contract/column.ts'
import type { Copy } from '#kit/contract/copy.ts'
import { sendFile, sheetOf } from '#kit/server/http/download.ts'
import { type StreamCall, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import {
  coverageColumns,
  type ParticipationRow,
  participationColumns,
  verifiedColumn,
} from '../columns.ts'
import { statistics } from '../contract.ts'
import { say } from '../copy.ts'
import { participationOf } from '../domain.ts'

export function coverageRoutes(server: Server): void {
  serveStream(server, statistics.exportCoverage, (call) =>
    sendRows(server, call, {
      name: 'coverage',
      title: say.coverage,
      columns: [...coverageColumns, ...verifiedColumn(call.query, call.query.language)],
      read: (db) => listPlannedAreas(db, ofOrganisation(call.who.scope, call.query), call.query),
    }),
  )
  serveStream(server, statistics.exportParticipation, (call) =>
    sendRows(server, call, {
      name: 'participation',
      title: say.participation,
      columns: participationColumns(call.who.timezone),
      read: (db) => listParticipation(db, call),
    }),
  )
}

type Sent = StreamCall<typeof statistics.exportCoverage>

type Rows<Row> = {
  readonly name: string
  readonly title: Copy
  readonly columns: readonly Column<Row>[]
  readonly read: (db: Db) => Promise<readonly Row[]>
}

function sendRows<Row>(server: Server, call: Sent, { name, title, columns, read }: Rows<Row>) {
  const { format, language, ...filter } = call.query
  const act = { act: 'statistics.exported', subject: 'areas', filter, hasFigures: true } as const
  return sendFile(server, call, { name, format, language, ...act }, async (db) => {
    const rows = await read(db)
    const sheet = sheetOf(title, columns, language, async function* () {
      yield rows
    })
    const election = await getElectionName(db, call.who.scope.electionId)
    return { sheets: [sheet], rows: rows.length, election }
  })
}

/** A row for each area and milestone with expectations. */
async function listParticipation(
  db: Db,
  { who, query, now }: StreamCall<typeof statistics.exportParticipation>,
): Promise<ParticipationRow[]> {
  const { areaId, ngoId, milestoneId } = query
  const areas = await listPlannedAreas(db, who.scope, { areaId })
  const codes = new Map(areas.map(({ areaId: id, code }) => [id as number, code]))
  const milestones = await listMilestones(db, who.scope)
  const rows = await countDeployment(db, who.scope, { by: 'area', areaId, ngoId }, now)
  return rows.flatMap(({ id, name, milestones: own }) =>
    milestones.flatMap((one) => {
      const counts = own.find(({ milestoneId: of }) => of === one.id)?.counts
      if (!counts || (milestoneId !== undefined && one.id !== milestoneId)) return []
      const { name: milestone, dueAt } = one
      return [
        { code: codes.get(id) ?? '', area: name, milestone, dueAt, ...participationOf([counts]) },
      ]
    }),
  )
}
