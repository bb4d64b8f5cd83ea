import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { OwnSession } from '../contract.ts'
import { deviceOf, seenSeconds } from '../domain.ts'

/** Where an account is signed in, most recently active first. */
export async function listOwnSessions(
  db: Db,
  staffId: Id<'staff'>,
  now: Date,
): Promise<Omit<OwnSession, 'isThis'>[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'address', 'userAgent'])
    .where('staffId', '=', staffId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy(sql`coalesce(last_seen_at, created_at)`, 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, createdAt, lastSeenAt, expiresAt, address, userAgent }) => ({
    id,
    begunAt: createdAt,
    seenAt: lastSeenAt ?? createdAt,
    expiresAt,
    address,
    ...deviceOf(userAgent ?? ''),
  }))
}

/** Ends a session of any account or phone. */
export async function revokeSession(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ revokedAt: at }).where('id', '=', id).execute()
}

/** Ends a staff session, if it is still valid; returns its owner. */
export async function revokeStaffSession(tx: Tx, id: string, now: Date) {
  return tx
    .updateTable('sessions')
    .from('staff')
    .set({ revokedAt: now })
    .whereRef('staff.id', '=', 'sessions.staffId')
    .where('sessions.id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['staff.id', 'staff.account as name', 'staff.role'])
    .executeTakeFirst()
}

/** Ends one session of an account, or all but one; returns those that ended. */
export async function revokeOwn(
  tx: Tx,
  staffId: Id<'staff'>,
  which: { readonly only: string } | { readonly allBut: string },
  now: Date,
): Promise<string[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('staffId', '=', staffId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where((is) => ('only' in which ? is('id', '=', which.only) : is('id', '<>', which.allBut)))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Ends all sessions of an account except the one that is kept; returns those that ended. */
export async function revokeAllOf(
  tx: Tx,
  staffId: Id<'staff'>,
  kept: string | null,
  at: Date,
): Promise<string[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revokedAt: at })
    .where('staffId', '=', staffId)
    .where('revokedAt', 'is', null)
    .$if(kept !== null, (query) => query.where('id', '<>', kept ?? ''))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Ends every session of observers. */
export async function revokeObservers(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
  at: Date,
): Promise<void> {
  await sql`
    update sessions set revoked_at = ${at}
     where election_id = ${electionId} and observer_id = any(${ids}::integer[])
       and revoked_at is null`.execute(tx)
}

/** Deletes all sessions of an account that is about to be deleted. */
export async function deleteSessionsOf(tx: Tx, staffId: Id<'staff'>): Promise<void> {
  await tx.deleteFrom('sessions').where('staffId', '=', staffId).execute()
}

/** Records that a session was active, unless another call has just done so. */
export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ lastSeenAt: now })
    .where('id', '=', id)
    .where('lastSeenAt', '<=', new Date(now.getTime() - seenSeconds * 1000))
    .execute()
}

/** Records that the session's owner has proved who they are; returns the claims of its next token. */
export async function confirmSession(tx: Tx, id: string, at: Date) {
  return tx
    .updateTable('sessions')
    .set((is) => ({ confirmedAt: at, tokenNth: is('tokenNth', '+', 1), tokenSince: at }))
    .where('id', '=', id)
    .returning(['tokenNth as nth', 'expiresAt'])
    .executeTakeFirstOrThrow()
}

export async function prolongSession(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.updateTable('sessions').set({ expiresAt }).where('id', '=', id).execute()
}

/** How many failed attempts the account had before this session; null when there were none. */
export async function findFailuresBefore(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('sessions')
    .select(['failuresBefore', 'failuresFrom'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!row?.failuresBefore || !row.failuresFrom) return null
  return { count: row.failuresBefore, from: row.failuresFrom }
}
