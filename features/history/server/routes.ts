import { countPages } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import { findHead, findSealingRefused } from '#kit/server/history/history.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { history, mostLinks } from '../contract.ts'
import { headFileOf } from '../domain.ts'
import { countUnsealed, findErasedUnsaid } from './proof/proof-queries.ts'
import { findProofs, stopProof } from './proof/proving-queries.ts'
import { listLinks } from './proof/raw-queries.ts'
import { mostWaiting } from './proof/verify.ts'
import { listHistory } from './queries.ts'
import { askForProof } from './runs.ts'

export function historyRoutes(server: Server): void {
  serve(server, history.list, async ({ db, who, query }) => {
    const { data, totalItems } = await listHistory(db, who, query)
    return { data, ...countPages(query, totalItems) }
  })

  serve(server, history.head, async ({ db }) => {
    const head = await findHead(db)
    const refused = (await findSealingRefused(db)) ?? null
    return { head: head ?? null, waiting: await countUnsealed(db, head, mostWaiting), refused }
  })

  serveStream(server, history.headFile, async ({ db, who, now, response }) => {
    const head = await findHead(db)
    if (!head) throw new Problem('thing.not-found')
    // An attacker who recomputes the chain must also change this line and all later lines.
    const { position, hash } = head
    const act = { ...ofHistory, act: 'history.head-downloaded' }
    await server.database.write((tx) =>
      recordBy({ db: tx, who, now }, { ...act, after: { position, hash } }),
    )
    const { fileName, text } = headFileOf(head)
    return response
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(text)
  })

  serve(server, history.links, async ({ db, query }) => {
    const links = await listLinks(db, query.after, mostLinks)
    const isEnd = links.length < mostLinks
    const erasedUnsaid = isEnd ? ((await findErasedUnsaid(db)) ?? null) : null
    return { links, isEnd, erasedUnsaid }
  })

  serve(server, history.proofs, ({ db }) => findProofs(db))

  serve(server, history.prove, async (call) => {
    const { db, who, now } = call
    const isBegun = await askForProof(db, { askedBy: who.name, now })
    if (isBegun) await recordBy(call, { ...ofHistory, act: 'history.proof-begun' })
    return { isBegun }
  })

  serve(server, history.stopProving, async (call) => {
    const isStopped = await stopProof(call.db, 'cancelled', call.now)
    if (isStopped) await recordBy(call, { ...ofHistory, act: 'history.proof-stopped' })
    return { isStopped }
  })
}

const ofHistory = { subject: 'history', subjectId: null }
