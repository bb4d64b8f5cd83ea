import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'

type Link = { readonly digest: string; readonly createdAt: Date; readonly expiresAt: Date }

/**
 * Invalidates every link of an account: a new password makes them obsolete, and after a new address they may
 * be in another person's mailbox. Links are created, used and ended under the account's lock, so that no
 * concurrent link is missed.
 */
export async function endLinks(tx: Tx, staffId: Id<'staff'>): Promise<void> {
  await tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
  await tx.deleteFrom('invitations').where('staffId', '=', staffId).execute()
}

/** Replaces earlier links, which stop working. */
export async function replaceLinks(tx: Tx, staffId: Id<'staff'>, link: Link): Promise<void> {
  await endLinks(tx, staffId)
  await tx
    .insertInto('invitations')
    .values({ staffId, ...link })
    .execute()
}

/** When the last unused link was created. */
export async function findLastLink(db: Db, staffId: Id<'staff'>): Promise<Date | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('createdAt')
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return row?.createdAt
}

/** Whether a link is still valid. */
export async function isLink(db: Db, digest: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('staffId')
    .where('digest', '=', digest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The account a link is for, locked for this transaction; undefined when the link has expired or was used. */
export async function lockByLink(tx: Tx, digest: string, now: Date) {
  const { rows } = await sql<{ readonly staffId: Column<'staff', 'id'> }>`
    select s.id as staff_id from staff s
     where s.id = (select i.staff_id from invitations i where i.digest = ${digest})
       for update`.execute(tx)
  // Check again under the lock: its previous holder may have ended the link.
  return rows[0] && (await isLink(tx, digest, now)) ? rows[0].staffId : undefined
}
