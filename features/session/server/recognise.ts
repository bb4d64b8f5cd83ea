import type { Database, Db } from '#database/open.ts'
import type { Who } from '#kit/contract/who.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { batched } from '#kit/server/load/batch.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { formerSeconds, seenSeconds } from '../domain.ts'
import { touchSession } from './own-queries.ts'
import { findWhos } from './queries.ts'

/** Whose token this is. Asked of the primary: a session just made or just ended must count at once. */
export const recogniser = (database: Database, secrets: Secrets, clock: Clock) => {
  // Asked together, by all who call at once: nothing is remembered that could be out of date.
  const find = batched((ids: readonly string[]) => findAll(database.primary, ids, clock()), {
    atOnce: 2,
    most: 200,
  })
  return async (token: string): Promise<Who | undefined> => {
    const now = clock()
    const read = await secrets.readToken(token, now)
    const found = read && (await find(read.sessionId))
    const who = found && byToken(found, read.nth, now)
    // Of observers, who send in storms, nothing is written.
    if (who?.seenAt && now.getTime() - who.seenAt.getTime() >= seenSeconds * 1000)
      await database.write((tx) => touchSession(tx, who.sessionId, now), 'report')
    return who
  }
}

/**
 * Whose token it is, where it is the one that counts. The one before it is taken for a minute more, because what
 * other windows of the same person have under way carries it; but it proves nothing: what is dangerous wants
 * the new one.
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

/** The same of sessions that are known already, asked within a transaction. */
export const recogniserOfAll =
  (clock: Clock) =>
  (db: Db, sessionIds: readonly string[]): Promise<ReadonlyMap<string, Who>> =>
    findWhos(db, sessionIds, clock())
