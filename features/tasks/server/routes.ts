import { Readable } from 'node:stream'
import { speak } from '#kit/contract/copy.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import { writeCsv } from '#kit/server/csv.ts'
import { serve, serveStream } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { tasks } from '../contract.ts'
import { say } from '../copy.ts'
import { refusedCells } from '../domain.ts'
import { cancelTask, eachPart, findRefused, getTask, listTasks } from './queries.ts'

export function taskRoutes(server: Server): void {
  serve(server, tasks.list, async (call) => {
    const { data, totalItems } = await listTasks(call, call.query)
    return { data, ...countPages(call.query, totalItems) }
  })
  serve(server, tasks.get, (call) => getTask(call, call.params.id))
  serve(server, tasks.cancel, async (call) => {
    await cancelTask(call, call.params.id)
    return getTask(call, call.params.id)
  })

  serveStream(server, tasks.result, async (call) => {
    const { db, who, params, response } = call
    const { result } = await getTask(call, params.id)
    if (!result) throw new Problem('thing.not-found')
    const key = { electionId: who.scope.electionId, taskId: params.id }
    return (
      response
        .type(result.mediaType)
        // Should a part have been deleted meanwhile, the reader notices that bytes are missing.
        .header('content-length', result.sizeBytes)
        .header('content-disposition', `attachment; filename="${result.fileName}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(eachPart(db, key), { objectMode: false }))
    )
  })

  serveStream(server, tasks.errors, async (call) => {
    const { params, query, response } = call
    const refused = await findRefused(call, params.id)
    if (!refused) throw new Problem('thing.not-found')
    const own = [say.line, say.reason].map((title) => speak(title, query.language))
    const sheet = {
      name: '',
      headings: [...own, ...refused.columns.map(({ heading }) => heading)],
      batches: async function* () {
        yield refusedCells(refused)
      },
    }
    return response
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="task-${params.id}-errors.csv"`)
      .header('cache-control', 'no-store')
      .send(writeCsv(sheet, ','))
  })
}
