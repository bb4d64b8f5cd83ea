import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Db, Tx } from '#database/open.ts'
import { accountKey, staffKey } from '#features/session/domain.ts'
import { findLocksOf } from '#features/session/server/sign-in/lock-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Revised } from '#kit/contract/revision.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { Account, AccountAccess, Ngo, NgoChange, NgoDraft } from '../contract.ts'
import { ngos } from './subjects.ts'

/**
 * The organisation whose accounts the caller manages; null: all. Within the organiser's own organisation only
 * organisers reach further, although all there see every organisation's observers.
 */
export const accountsOf = ({ role, ngoId }: StaffActor): Id<'ngos'> | null =>
  role === 'organiser' ? null : ngoId

/** Whether the account is out of the caller's reach: taking over an organiser's account would make them an organiser. */
export const isBeyond = (who: StaffActor, account: { readonly role: string }): boolean =>
  account.role === 'organiser' && who.role !== 'organiser'

/** Organisations the caller may see, the organiser's first. */
export async function listNgos(db: Db, { electionId, ngoId }: Scope): Promise<Ngo[]> {
  const { rows } = await sql<Ngo>`
    select n.id, n.name, n.short_name, n.is_active, n.is_organiser, n.revision, n.changes,
           (select count(*)::integer from observers o
             where o.election_id = ${electionId} and o.ngo_id = n.id and o.deleted_at is null)
             as observers,
           (select count(*)::integer from staff s where s.ngo_id = n.id) as accounts
      from ngos n
     where ${ngoId}::integer is null or n.id = ${ngoId}
     order by n.is_organiser desc, n.name collate names, n.id`.execute(db)
  return rows
}

/** @throws Problem `thing.not-found` where the caller sees nothing of it */
export async function getNgoName(db: Db, { ngoId }: Scope, id: Id<'ngos'>): Promise<string> {
  const { rows } = await sql<Pick<Ngo, 'name'>>`
    select name from ngos where id = ${id} and (${ngoId}::integer is null or id = ${ngoId})`.execute(
    db,
  )
  if (!rows[0]) throw new Problem('thing.not-found')
  return rows[0].name
}

export async function insertNgo(tx: Tx, draft: NgoDraft): Promise<Id<'ngos'>> {
  const { id } = await tx.insertInto('ngos').values(draft).returning('id').executeTakeFirstOrThrow()
  return id
}

/** An organisation the caller may act for, locked for this transaction. */
export async function lockNgo(tx: Tx, who: StaffActor, id: Id<'ngos'>) {
  const reach = accountsOf(who)
  return tx
    .selectFrom('ngos')
    .select(['id', 'name', 'shortName', 'isActive', 'isOrganiser', 'revision'])
    .select((is) => is.ref('changes').$castTo<Revised['changes']>().as('changes'))
    .where('id', '=', id)
    .$if(reach !== null, (query) => query.where('id', '=', reach))
    .forUpdate()
    .executeTakeFirst()
}

/** Sets the given fields; `changing` is the author. Returns the new revision. */
export async function updateNgo(
  tx: Tx,
  id: Id<'ngos'>,
  values: Omit<NgoChange, 'revision'> & { readonly changing: string },
): Promise<Pick<Ngo, 'revision'>> {
  return tx
    .updateTable('ngos')
    .set(values)
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
}

/** Accounts the caller may see, by organisation and name. */
export async function listAccounts(db: Db, who: StaffActor, now: Date): Promise<Account[]> {
  const reach = accountsOf(who)
  const { rows } = await sql<Omit<Account, 'lockedUntil'>>`
    select s.id, s.account, s.email, s.role, s.county_codes, s.ngo_id, n.name as ngo,
           s.revision, s.changes,
           exists (select from authenticators a where a.staff_id = s.id)
             or exists (select from passkeys p where p.staff_id = s.id) as has_factors,
           ${who.role === 'organiser'} or s.role <> 'organiser' as may_change
      from staff s join ngos n on n.id = s.ngo_id
     where ${reach}::integer is null or s.ngo_id = ${reach}
     order by n.is_organiser desc, n.name collate names, s.account_key`.execute(db)
  const keys = rows.map((row) => staffKey(row.account))
  const locks = await findLocksOf(db, keys, now)
  return rows.map((row) => ({ ...row, lockedUntil: locks.get(staffKey(row.account)) ?? null }))
}

type AccountValues = {
  readonly ngoId: Id<'ngos'>
  readonly account: string
  readonly email: string | null
  readonly passwordHash: string
  readonly passwordUntil: Date | null
} & AccountAccess

export async function insertAccount(tx: Tx, values: AccountValues): Promise<Id<'staff'>> {
  const { account } = values
  const { id } = await tx
    .insertInto('staff')
    .values({ ...values, accountKey: accountKey(account) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refusedBy('staff_account_is_taken', () => new Problem('account.taken', { account })))
  return id
}

/** An account the caller may act on, locked for this transaction. */
export async function lockAccountOf(tx: Tx, who: StaffActor, id: Id<'staff'>) {
  const reach = accountsOf(who)
  return tx
    .selectFrom('staff')
    .select(['id', 'account', 'email', 'role', 'countyCodes', 'ngoId'])
    .select(['passwordHash', 'passwordUntil', 'revision'])
    .select((is) => is.ref('changes').$castTo<Revised['changes']>().as('changes'))
    .where('id', '=', id)
    .$if(reach !== null, (query) => query.where('ngoId', '=', reach))
    .forUpdate()
    .executeTakeFirst()
}

export async function updateAccess(
  tx: Tx,
  id: Id<'staff'>,
  { role, countyCodes }: AccountAccess,
  changing: string,
): Promise<void> {
  await tx.updateTable('staff').set({ role, countyCodes, changing }).where('id', '=', id).execute()
}

export async function updateEmail(
  tx: Tx,
  id: Id<'staff'>,
  email: string | null,
  changing: string,
): Promise<void> {
  await tx.updateTable('staff').set({ email, changing }).where('id', '=', id).execute()
}

/** `passwordUntil`: when the password expires, if another user chose it. */
type Password = { readonly passwordHash: string; readonly passwordUntil: Date | null }

/** Sets a password without a signed-in user: on a start, or by a link. */
export async function setPassword(tx: Tx, id: Id<'staff'>, password: Password): Promise<void> {
  await tx.updateTable('staff').set(password).where('id', '=', id).execute()
}

export async function updatePassword(
  tx: Tx,
  id: Id<'staff'>,
  password: Password,
  changing: string,
): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ ...password, changing })
    .where('id', '=', id)
    .execute()
}

/** The sessions of one account, or of an organisation's staff, that have not ended. */
export async function listSessionsOf(
  tx: Tx,
  owner: { readonly ngoId: Id<'ngos'> } | { readonly staffId: Id<'staff'> },
  now: Date,
): Promise<string[]> {
  const sessions = await tx
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staffId')
    .select('sessions.id')
    .where((is) =>
      'ngoId' in owner ? is('staff.ngoId', '=', owner.ngoId) : is('staff.id', '=', owner.staffId),
    )
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .execute()
  return sessions.map(({ id }) => id)
}

/** How many organisers would remain without this one. Concurrent callers are serialised. */
export async function countOtherOrganisers(tx: Tx, id: Id<'staff'>): Promise<number> {
  await sql`lock table staff in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from staff s join ngos n on n.id = s.ngo_id and n.is_active
     where s.role = 'organiser' and s.county_codes is null and s.id <> ${id}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Marks an organisation as changed wherever figures are still shown: its observers are expected, or no longer. */
export async function markNgo(tx: Tx, id: Id<'ngos'>): Promise<void> {
  const elections = await tx
    .selectFrom('elections')
    .select('id')
    .where('state', '<>', 'archived')
    .execute()
  for (const election of elections) await mark(tx, election.id, ngos, [id])
}
