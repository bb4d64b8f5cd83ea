import type { Db } from '#database/open.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import { type DownloadContents, sendFile, sheetOf } from '#kit/server/http/download.ts'
import { type StreamCall, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { expectedColumns } from '../columns.ts'
import { milestones } from '../contract.ts'
import { say } from '../copy.ts'
import { eachExpected, listExpectedIds } from './expected-queries.ts'
import { listMilestones } from './queries.ts'

type Exported = StreamCall<typeof milestones.export>

export function deploymentFileRoutes(server: Server): void {
  serveStream(server, milestones.export, (call) => {
    const { format, language, ...filter } = call.query
    const act = { act: 'milestones.exported', subject: 'assignments', filter }
    return sendFile(
      server,
      call,
      { name: 'deployment', hasFigures: true, format, language, ...act },
      (db) => takeExpected(db, call, server.clock()),
    )
  })
}

/** Exports expected observers as a sheet, filtered and ordered like the list, from one snapshot. */
async function takeExpected(db: Db, call: Exported, now: Date): Promise<DownloadContents> {
  const { scope, timezone } = call.who
  const { language, format: _, ...filter } = call.query
  const ids = await listExpectedIds(db, scope, filter, now)
  const columns = expectedColumns(await listMilestones(db, scope), { timezone, language })
  const sheet = sheetOf(say.title, columns, language, () => eachExpected(db, scope, ids, now))
  const election = await getElectionName(db, scope.electionId)
  return { sheets: [sheet], rows: ids.length, election }
}
