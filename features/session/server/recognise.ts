import type { Database, Db } from '#database/open.ts'
import type { Who } from '#kit/contract/who.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import type { Clock } from '#kit/server/server.ts'
import { together } from '#kit/server/together.ts'
import { seenSeconds } from '../domain.ts'
import { touchSession } from './own-queries.ts'
import { findWhos } from './queries.ts'

/** Whose token this is. Asked of the primary: a session just made or just ended must count at once. */
export const recogniser = (database: Database, secrets: Secrets, clock: Clock) => {
  // Asked together, by all who call at once: nothing is remembered that could be out of date.
  const find = together((ids: readonly string[]) => findAll(database.primary, ids, clock()), {
    atOnce: 2,
    most: 200,
  })
  return async (token: string): Promise<Who | undefined> => {
    const now = clock()
    const sessionId = await secrets.readToken(token, now)
    const who = sessionId === undefined ? undefined : await find(sessionId)
    // Of observers, who send in storms, nothing is written.
    if (who?.seenAt && now.getTime() - who.seenAt.getTime() >= seenSeconds * 1000)
      await database.write((tx) => touchSession(tx, who.sessionId, now), 'report')
    return who
  }
}

async function findAll(db: Db, sessionIds: readonly string[], now: Date) {
  const found = await findWhos(db, sessionIds, now)
  return sessionIds.map((id) => found.get(id))
}

/** The same of sessions that are known already, asked within a transaction. */
export const recogniserOfAll =
  (clock: Clock) =>
  (db: Db, sessionIds: readonly string[]): Promise<ReadonlyMap<string, Who>> =>
    findWhos(db, sessionIds, clock())
