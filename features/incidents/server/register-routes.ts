import { getElectionName } from '#features/elections/server/queries.ts'
import { wholeElection } from '#features/session/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { ReplyWithHeaders } from '#kit/server/http/reply.ts'
import { serve, serveCoalesced, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { coalescer } from '#kit/server/load/coalesce.ts'
import { incidentsChanged } from '../contract.ts'
import { register } from '../register-contract.ts'
import { registerPage } from '../register-domain.ts'
import { findPublic, findPublication, listPublic, setPublic } from './register-queries.ts'

const recordChange = changeRecorder('incidents', incidentsChanged, 'own organisation')

/** Proxies and browsers answer most readers; the server reads once for those who ask together. */
const kept = { 'cache-control': 'public, max-age=60' }

export function registerRoutes(server: Server): void {
  const finding = coalescer<Awaited<ReturnType<typeof findPublic>>>()
  /** Readers wait like other callers without a session: a crowd of them slows down no report. */
  const open = async () => {
    await server.loadShedder.anonymous.slowDown()
    const found = await finding('', () => findPublic(server.database.db))
    if (!found) throw new Problem('thing.not-found')
    return { scope: wholeElection(found.electionId), election: found.election }
  }

  serveCoalesced(server, register.read, open, async (db, { scope, election }) => {
    const incidents = await listPublic(db, scope)
    return new ReplyWithHeaders({ election, incidents }, kept)
  })

  const once = coalescer<string>()
  serveStream(server, register.page, async ({ db, response, language = 'ro' }) => {
    const { scope, election } = await open()
    const page = await once(`${scope.electionId} ${language}`, async () =>
      registerPage({ election, incidents: await listPublic(db, scope) }, language),
    )
    await response
      .headers({ ...kept, vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(page)
  })

  serve(server, register.preview, async ({ db, who: { scope } }) => {
    const publication = await findPublication(db, scope)
    const election = await getElectionName(db, scope.electionId)
    const incidents = await listPublic(db, scope)
    const { publishedAt = null, publishedBy = null } = publication ?? {}
    return { election, incidents, publishedAt, publishedBy }
  })

  serve(server, register.publish, async (call) => {
    const { db, who, now, body } = call
    const publication = body.isPublic ? { publishedAt: now, publishedBy: who.name } : null
    if (await setPublic(db, who.scope, publication))
      await recordChange(
        call,
        `incidents.register-${body.isPublic ? 'published' : 'taken-down'}`,
        null,
      )
    return {}
  })
}
