import type { Db } from '#database/open.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import { countPages } from '#kit/contract/page.ts'
import { type DownloadContents, sendFile, sheetOf } from '#kit/server/http/download.ts'
import { type StreamCall, serveCoalesced, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { differenceColumns } from '../columns.ts'
import { stations } from '../contract.ts'
import { say } from '../copy.ts'
import type { Difference } from '../differences-contract.ts'
import { countUnsettled, listDifferences } from './difference-queries.ts'

export function differenceRoutes(server: Server): void {
  serveCoalesced(
    server,
    stations.differences,
    ({ who, query }) => ({ scope: who.scope, query }),
    async (db, { scope, query }) => {
      const { data, totalItems, questions } = await listDifferences(db, scope, query)
      return { data, ...countPages(query, totalItems), questions }
    },
  )

  serveCoalesced(
    server,
    stations.unsettled,
    ({ who }) => ({ scope: who.scope }),
    async (db, { scope }) => ({ unsettled: await countUnsettled(db, scope) }),
  )

  serveStream(server, stations.exportDifferences, (call) => {
    const { format, language, ...filter } = call.query
    const act = { act: 'stations.differences-exported', subject: 'polling_stations', filter }
    return sendFile(
      server,
      call,
      { name: 'differences', hasFigures: true, format, language, ...act },
      (db) => takeDifferences(db, call),
    )
  })
}

type Exported = StreamCall<typeof stations.exportDifferences>

/** The differences as a sheet, filtered and ordered like the list, from one snapshot. */
async function takeDifferences(db: Db, call: Exported): Promise<DownloadContents> {
  const { scope, timezone } = call.who
  const { language, format: _, ...filter } = call.query
  const { totalItems } = await listDifferences(db, scope, { ...filter, page: 1, pageSize: 1 })
  const columns = differenceColumns({ timezone, language })
  const sheet = sheetOf(say.allDifferences, columns, language, () => eachDifference(db, call))
  const election = await getElectionName(db, scope.electionId)
  return { sheets: [sheet], rows: totalItems, election }
}

/** All matching differences, a thousand at a time. */
async function* eachDifference(db: Db, { who, query }: Exported): AsyncGenerator<Difference[]> {
  const { language: _, format: __, ...filter } = query
  const most = 1000
  for (let page = 1; ; page++) {
    const { data } = await listDifferences(db, who.scope, { ...filter, page, pageSize: most })
    if (data.length > 0) yield data
    if (data.length < most) return
  }
}
