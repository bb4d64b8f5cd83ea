import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'

type Link = { readonly digest: string; readonly createdAt: Date; readonly expiresAt: Date }

/**
 * Ends every link of an account: whatever one was made for is over once there is another password, and
 * once its letters go elsewhere it lies in somebody else's mailbox. Links are made, used and ended by
 * whoever holds the account, one after the other: none is made beside this that it does not see.
 */
export async function endLinks(tx: Tx, staffId: Id<'staff'>): Promise<void> {
  await tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
  await tx.deleteFrom('invitations').where('staffId', '=', staffId).execute()
}

/** Puts the link in the place of earlier ones, which open no more. */
export async function replaceLinks(tx: Tx, staffId: Id<'staff'>, link: Link): Promise<void> {
  await endLinks(tx, staffId)
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

/** Whose link it is, whose account is kept to this transaction; undefined when it has expired or was used. */
export async function lockByLink(tx: Tx, digest: string, now: Date) {
  const { rows } = await sql<{ readonly staffId: Column<'staff', 'id'> }>`
    select s.id as staff_id from staff s
     where s.id = (select i.staff_id from invitations i where i.digest = ${digest})
       for update`.execute(tx)
  // Asked again now that it is held: whoever held it before may have ended the link.
  return rows[0] && (await isLink(tx, digest, now)) ? rows[0].staffId : undefined
}
