import { randomBytes } from 'node:crypto'
import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { serve, serveCoalesced } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { situation, wallLinks, wallLinksChanged } from '../contract.ts'
import { insertLink, listLinks, setWithdrawn, streamsOf } from './link-queries.ts'
import { getNow } from './now-queries.ts'
import { getSituation } from './queries.ts'

const recordChange = changeRecorder('wall_links', wallLinksChanged, 'own organisation')

export function situationRoutes(server: Server, secrets: Secrets): void {
  serveCoalesced(
    server,
    situation.read,
    ({ who }) => ({ scope: who.scope }),
    (db, { scope }) => getSituation(db, scope, server.clock()),
  )

  serveCoalesced(
    server,
    situation.now,
    ({ who }) => ({ scope: who.scope }),
    (db, { scope }) => getNow(db, scope, server.clock()),
  )

  serve(server, wallLinks.list, ({ db, who }) => listLinks(db, who.scope))

  serve(server, wallLinks.make, async (call) => {
    const { db, who, body, now, origin } = call
    const token = randomBytes(32).toString('base64url')
    const { name } = body
    const id = await insertLink(db, who.scope, {
      name,
      digest: secrets.digest(token),
      madeAt: now,
    })
    await recordChange(call, 'wall-links.made', id, { after: { name } })
    return { id, link: `${origin}/wall#${token}` }
  })

  serve(server, wallLinks.withdraw, async (call) => {
    const { db, who, params, now } = call
    const name = await setWithdrawn(db, who.scope, params.id, now)
    if (name === undefined) throw new Problem('thing.not-found')
    await announceSessionEnd(db, streamsOf(params.id))
    await recordChange(call, 'wall-links.withdrawn', params.id, { before: { name } })
    return {}
  })

  serve(server, wallLinks.restore, async (call) => {
    const { db, who, params } = call
    const name = await setWithdrawn(db, who.scope, params.id, null)
    if (name === undefined) throw new Problem('thing.not-found')
    await recordChange(call, 'wall-links.restored', params.id, { after: { name } })
    return {}
  })
}
