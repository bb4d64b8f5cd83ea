import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Db, Tx } from '#database/open.ts'
import { factorsOf, restoreFactors } from '#features/factors/server/trash-queries.ts'
import { deleteSessionsOf } from '#features/session/server/own-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { DeletedAccount } from '../contract.ts'
import { keptSeconds, keptSince } from '../domain.ts'
import { accountsOf, isBeyond } from './queries.ts'

const columns = sql`id, ngo_id, account, account_key, email, password_hash, password_until, role,
  county_codes, created_at, revision, changes`

/**
 * Deletes an account and keeps it in the trash for a day. Its sessions and password links are deleted with it; its acts
 * stay in history, under its name.
 */
export async function deleteAccount(tx: Tx, id: Id<'staff'>, now: Date): Promise<void> {
  await sql`
    insert into deleted_accounts (${columns}, factors, task_ids, deleted_at)
    select ${columns}, ${factorsOf(sql`s.id`)},
           array(select t.id from tasks t where t.staff_id = s.id), ${now}
      from staff s where s.id = ${id}`.execute(tx)
  await deleteSessionsOf(tx, id)
  await tx.deleteFrom('staff').where('id', '=', id).execute()
}

/** Deleted accounts that the caller may restore, most recently deleted first. */
export async function listDeletedAccounts(
  db: Db,
  who: StaffActor,
  now: Date,
): Promise<DeletedAccount[]> {
  const reach = accountsOf(who)
  const { rows } = await sql<DeletedAccount>`
    select s.id, s.account, n.name as ngo, s.role, s.county_codes, s.deleted_at,
           s.deleted_at + make_interval(secs => ${keptSeconds}) as until
      from deleted_accounts s join ngos n on n.id = s.ngo_id
     where s.deleted_at > ${keptSince(now)} and (${reach}::integer is null or s.ngo_id = ${reach})
       and (${who.role === 'organiser'} or s.role <> 'organiser')
     order by s.deleted_at desc, s.id desc`.execute(db)
  return rows
}

/** The data of a restored account for history, and its tasks. */
type RestoredAccount = Pick<DeletedAccount, 'account' | 'role' | 'countyCodes'> & {
  readonly ngoId: Id<'ngos'>
  /** Its unfinished tasks and their results. */
  readonly taskIds: readonly number[]
}

/**
 * Restores an account as it was when it was deleted.
 * @throws Problem `thing.not-found` if none is kept, or it belongs to an organisation the caller may not act on;
 * `account.taken` if another account has its name by now.
 */
export async function restoreAccount(
  tx: Tx,
  who: StaffActor,
  id: Id<'staff'>,
  now: Date,
): Promise<RestoredAccount> {
  const reach = accountsOf(who)
  const kept = await tx
    .selectFrom('deletedAccounts')
    .select(['account', 'role', 'countyCodes', 'ngoId', 'taskIds'])
    .where(sql<boolean>`id = ${id}`)
    .where('deletedAt', '>', keptSince(now))
    .$if(reach !== null, (query) => query.where('ngoId', '=', reach))
    .forUpdate()
    .executeTakeFirst()
  if (!kept) throw new Problem('thing.not-found')
  if (isBeyond(who, kept)) throw new Problem('session.forbidden')
  const { account } = kept
  await sql`
    insert into staff (${columns}) overriding system value
    select ${columns} from deleted_accounts where id = ${id}`
    .execute(tx)
    .catch(refusedBy('staff_account_is_taken', () => new Problem('account.taken', { account })))
  await restoreFactors(tx, sql`(select d.factors from deleted_accounts d where d.id = ${id})`)
  await sql`delete from deleted_accounts where id = ${id}`.execute(tx)
  return { ...kept, role: kept.role as RestoredAccount['role'] }
}

/** Removes those that can no longer be restored. */
export async function forgetDeleted(tx: Tx, now: Date): Promise<void> {
  await sql`delete from deleted_accounts where deleted_at <= ${keptSince(now)}`.execute(tx)
}
