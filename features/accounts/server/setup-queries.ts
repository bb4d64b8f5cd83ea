import type { Db, Tx } from '#database/open.ts'
import { accountKey } from '#features/session/domain.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** How many staff accounts there are, of any organisation. */
export async function countStaff(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('staff')
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** An account that was renamed, because an older one looks the same. */
export type Renamed = {
  readonly id: Id<'staff'>
  readonly before: string
  readonly after: string
}

/**
 * Computes the keys accounts are compared by, if an older version left them out. Of two names that look the same, the
 * later one gets its id appended, because the name would be ambiguous.
 */
export async function readAccountKeys(tx: Tx): Promise<readonly Renamed[]> {
  const all = await tx
    .selectFrom('staff')
    .select(['id', 'account', 'accountKey'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const isUnread = (one: (typeof all)[number]) => one.accountKey === `unread ${one.id}`
  const taken = new Set(all.filter((one) => !isUnread(one)).map((one) => one.accountKey))
  const renamed: Renamed[] = []
  for (const { id, account: before } of all.filter(isUnread)) {
    const account = taken.has(accountKey(before)) ? `${before} (${id})` : before
    taken.add(accountKey(account))
    await tx
      .updateTable('staff')
      .set({ account, accountKey: accountKey(account) })
      .where('id', '=', id)
      .execute()
    if (account !== before) renamed.push({ id, before, after: account })
  }
  return renamed
}

/** The organiser's own organisation, created on the first start; they rename it later. */
export async function ensureOrganiser(tx: Tx): Promise<Id<'ngos'>> {
  const found = await tx
    .selectFrom('ngos')
    .select('id')
    .where('isOrganiser', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  if (found) return found.id
  const made = await tx
    .insertInto('ngos')
    .values({ name: 'Organizator', shortName: 'ORG', isOrganiser: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** The organiser's first account; undefined before there is one. */
export async function findFirstOrganiser(db: Db): Promise<Id<'staff'> | undefined> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'organiser')
    .where('countyCodes', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertStaff(
  tx: Tx,
  staff: {
    readonly ngoId: Id<'ngos'>
    readonly account: string
    readonly passwordHash: string
    /** When the password expires, if another user chose it; null: it does not. */
    readonly passwordUntil: Date | null
    readonly role: 'organiser' | 'ngo-administrator'
  },
): Promise<Id<'staff'>> {
  const { id } = await tx
    .insertInto('staff')
    .values({ ...staff, accountKey: accountKey(staff.account) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The only account, if its owner has not chosen a password in time. */
export async function findUnclaimed(db: Db, now: Date) {
  const [only, ...others] = await db
    .selectFrom('staff')
    .select(['id', 'account', 'passwordUntil'])
    .limit(2)
    .execute()
  const until = only?.passwordUntil
  return others.length === 0 && until && until <= now ? only : undefined
}
