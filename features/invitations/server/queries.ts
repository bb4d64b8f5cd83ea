import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
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
  await sql`delete from sign_in_failures
             where key = ${`staff:${staff.account.toLowerCase()}`}`.execute(tx)
  const ended = await tx
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('staffId', '=', staff.id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}
