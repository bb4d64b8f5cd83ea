import type { Database, Db } from '#database/open.ts'
import type { Who } from '#kit/contract/who.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { batched } from '#kit/server/load/batch.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { formerSeconds, seenSeconds } from '../domain.ts'
import { touchSession } from './own-queries.ts'
import { findWhos } from './queries.ts'

/** The token's caller. Read from the primary: a session just created or just ended must count at once. */
export const recogniser = (database: Database, secrets: Secrets, clock: Clock) => {
  // Batched over concurrent callers: nothing is cached that could be stale.
  const find = batched((ids: readonly string[]) => findAll(database.primary, ids, clock()), {
    atOnce: 2,
    most: 200,
  })
  return async (token: string): Promise<Who | undefined> => {
    const now = clock()
    const read = await secrets.readToken(token, now)
    const found = read && (await find(read.sessionId))
    const who = found && byToken(found, read.nth, now)
    // For observers, who report in storms, nothing is written.
    if (who?.seenAt && now.getTime() - who.seenAt.getTime() >= seenSeconds * 1000)
      await database.write((tx) => touchSession(tx, who.sessionId, now), 'report')
    return who
  }
}

/**
 * The token's owner, if the token is the current one. The previous one is accepted for one more minute,
 * because calls under way from the same person's other windows carry it; but it proves nothing: dangerous
 * calls require the new one.
 */
function byToken(who: Who, nth: number, now: Date): Who | undefined {
  const { tokenNth, tokenSince, expiresAt } = who
  if (nth === tokenNth) return who
  const until = Math.min(formerUntil(tokenSince), expiresAt.getTime())
  const isFormer = nth === tokenNth - 1 && until > now.getTime()
  return isFormer ? { ...who, confirmedAt: null, expiresAt: new Date(until) } : undefined
}

const formerUntil = (since: Date | null) => (since?.getTime() ?? 0) + formerSeconds * 1000

async function findAll(db: Db, sessionIds: readonly string[], now: Date) {
  const found = await findWhos(db, sessionIds, now)
  return sessionIds.map((id) => found.get(id))
}

/** The same for sessions that are known already, within a transaction. */
export const recogniserOfAll =
  (clock: Clock) =>
  (db: Db, sessionIds: readonly string[]): Promise<ReadonlyMap<string, Who>> =>
    findWhos(db, sessionIds, clock())
