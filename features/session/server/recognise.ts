import { LRUCache } from 'lru-cache'
import type { Database, Db } from '#database/open.ts'
import type { Who } from '#kit/contract/who.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { batched } from '#kit/server/load/batch.ts'
import type { Secrets, Token } from '#kit/server/security/secrets.ts'
import { formerSeconds, seenSeconds } from '../domain.ts'
import { touchSession } from './own-queries.ts'
import { findWhos } from './queries.ts'

/** How many observers a process remembers: twenty megabytes at most. */
const mostRemembered = 30_000

/** Finds out whose token it is. */
export function recogniser(database: Database, secrets: Secrets, clock: Clock) {
  const remembered = new LRUCache<string, Who>({ max: mostRemembered })
  // Batched over concurrent callers: nothing is cached that could be stale.
  const find = batched((ids: readonly string[]) => findAll(database.primary, ids, clock()), {
    atOnce: 2,
    most: 200,
  })
  const findOwner = async ({ sessionId, nth }: Token, now: Date): Promise<Who | undefined> => {
    const found = await find(sessionId)
    if (found?.role === 'observer') remembered.set(sessionId, found)
    else remembered.delete(sessionId)
    const who = found && byToken(found, nth, now)
    // For observers, who report in storms, nothing is written.
    if (who?.seenAt && now.getTime() - who.seenAt.getTime() >= seenSeconds * 1000)
      await database.write((tx) => touchSession(tx, who.sessionId, now), 'report')
    return who
  }
  return {
    /** Read from the primary: a session just created or just ended must count at once. */
    recognise: async (token: string): Promise<Who | undefined> => {
      const now = clock()
      const read = await secrets.readToken(token, now)
      return read && findOwner(read, now)
    },
    /**
     * The same, but an observer may be as they were when this process last looked them up: for work whose
     * transaction looks them up again. Not by a former token, whose time runs out.
     */
    recall: async (token: string): Promise<Who | undefined> => {
      const now = clock()
      const read = await secrets.readToken(token, now)
      const known = read && remembered.get(read.sessionId)
      return known?.tokenNth === read?.nth ? known : read && findOwner(read, now)
    },
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
