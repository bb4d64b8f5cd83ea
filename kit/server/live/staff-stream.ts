import { liveStream } from '#kit/contract/live.ts'
import type { Staff } from '#kit/contract/who.ts'
import { serveStream } from '../http/serve.ts'
import type { Server } from '../http/server.ts'
import type { Announcement } from './announce.ts'

/** Serves the event stream of staff. */
export function serveLive(server: Server): void {
  serveStream(server, liveStream, ({ who, query, response, isUnchanged }) => {
    const { sessionId, expiresAt, scope, id } = who
    const rights = `${scope.electionId}/${scope.ngoId}${scope.countyIds === null ? '' : `/${id}`}`
    const follower = {
      ...{ sessionId, expiresAt, rights, isUnchanged },
      concerns: (announcement: Announcement) => concerns(announcement, who),
    }
    return server.live.follow(response, follower, query.since)
  })
}

const concerns = (
  { electionId, ngoId, countyId, staffId }: Announcement,
  { id, scope: { countyIds, ...own } }: Staff,
): boolean =>
  electionId === own.electionId &&
  (ngoId === null || own.ngoId === null || ngoId === own.ngoId) &&
  (countyIds === null ||
    ((countyId === undefined || countyIds.some((one) => one === countyId)) &&
      (staffId === undefined || staffId === id)))
