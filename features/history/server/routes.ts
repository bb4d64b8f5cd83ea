import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import { findHead } from '#kit/server/history.ts'
import { serve, serveStream } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { history } from '../contract.ts'
import { headFileOf } from '../domain.ts'
import { beginning, countUnsealed, proveSome } from './proof-queries.ts'
import { listHistory } from './queries.ts'

/** Links that one call goes through: well under a second, so that it can be watched and stopped. */
const linksOfCall = 20_000

/** More lines that wait than these are not counted. */
const mostWaiting = 10_000

export function historyRoutes(server: Server): void {
  serve(server, history.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listHistory(db, who, query)
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, history.head, async ({ db }) => {
    const head = await findHead(db)
    return { head: head ?? null, waiting: await countUnsealed(db, head, mostWaiting) }
  })

  serveStream(server, history.headFile, async ({ db, response }) => {
    const head = await findHead(db)
    if (!head) throw new Problem('thing.not-found')
    const { fileName, text } = headFileOf(head)
    return response
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(text)
  })

  serve(server, history.prove, async ({ db, query }) => {
    const { historyId, position, hash } = query
    const from = hash ? { historyId, position, hash: Buffer.from(hash, 'hex') } : beginning
    const { reached, broken, isEnd } = await proveSome(db, from, linksOfCall)
    return { ...reached, hash: reached.hash.toString('hex'), broken, isEnd }
  })
}
