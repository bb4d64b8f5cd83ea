import { listMapAreas } from '#features/map/server/queries.ts'
import { getShapes } from '#features/map/server/shown-queries.ts'
import { wholeElection } from '#features/session/server/queries.ts'
import { serveCoalesced, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { wall, wallMoved } from '../contract.ts'
import { movers } from '../feature.ts'
import { streamsOf } from './link-queries.ts'
import { linkOpener } from './links.ts'
import { getSituation } from './queries.ts'

export function wallRoutes(server: Server, secrets: Secrets): void {
  const open = linkOpener(server, secrets)

  serveCoalesced(
    server,
    wall.read,
    async ({ token, now }) => {
      const { electionId, election, timezone } = await open(token, now)
      return { scope: wholeElection(electionId), election, timezone }
    },
    async (db, { scope, election, timezone }) => {
      const situation = await getSituation(db, scope, server.clock())
      const urgent = situation.urgent.map(({ pollingStationId: _, ...report }) => report)
      return { ...situation, election, timezone, urgent }
    },
  )

  serveCoalesced(
    server,
    wall.map,
    async ({ token, now }) => ({ scope: wholeElection((await open(token, now)).electionId) }),
    async (db, { scope }) => {
      const [areas, { areas: shaped }] = await Promise.all([
        listMapAreas(db, scope, {}, server.clock()),
        getShapes(db, scope),
      ])
      return { areas, shapes: { areas: shaped } }
    },
  )

  const moves = new Set<string>(movers.map(({ name }) => name))
  serveStream(server, wall.live, async ({ token, now, response }) => {
    const { id, electionId } = await open(token, now)
    await server.live.follow(response, {
      sessionId: streamsOf(id),
      expiresAt: null,
      rights: `wall/${electionId}`,
      concerns: (announcement) =>
        announcement.electionId === electionId && moves.has(announcement.name),
      instead: wallMoved,
      isUnchanged: () =>
        open(token, server.clock()).then(
          (link) => link.electionId === electionId,
          () => false,
        ),
    })
  })
}
