import type { Db, Tx } from '#database/open.ts'
import { staffKey } from '#features/session/domain.ts'
import { unlockAccount } from '#features/session/server/sign-in-queries.ts'
import type { Id } from '#kit/contract/id.ts'

type Link = { readonly digest: string; readonly createdAt: Date; readonly expiresAt: Date }

/** Puts the link in the place of earlier ones, which open no more. */
export async function replaceLinks(tx: Tx, staffId: Id<'staff'>, link: Link): Promise<void> {
  await tx.deleteFrom('invitations').where('staffId', '=', staffId).execute()
  await tx
    .insertInto('invitations')
    .values({ staffId, ...link })
    .execute()
}

/** When the last link was made that nobody has used yet. */
export async function findLastLink(db: Db, staffId: Id<'staff'>): Promise<Date | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('createdAt')
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return row?.createdAt
}

/** Whether a link opens something still. */
export async function isLink(db: Db, digest: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('staffId')
    .where('digest', '=', digest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a link up: whose it was, or undefined when it has expired or was used. */
export async function takeLink(tx: Tx, digest: string, now: Date) {
  const row = await tx
    .deleteFrom('invitations')
    .where('digest', '=', digest)
    .where('expiresAt', '>', now)
    .returning('staffId')
    .executeTakeFirst()
  return row?.staffId
}

/** Sets a password; every session of the account ends, and so do its locks. Answers with those. */
export async function setPassword(
  tx: Tx,
  staff: { readonly id: Id<'staff'>; readonly account: string },
  passwordHash: string,
  now: Date,
): Promise<string[]> {
  const values = { passwordHash, passwordUntil: null }
  await tx.updateTable('staff').set(values).where('id', '=', staff.id).execute()
  await unlockAccount(tx, staffKey(staff.account))
  const ended = await tx
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('staffId', '=', staff.id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}
