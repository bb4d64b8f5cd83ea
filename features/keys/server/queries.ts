import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { accountsOf } from '#features/accounts/server/queries.ts'
import { countyIdsOf, staffOf } from '#features/session/server/queries.ts'
import { Role } from '#kit/contract/roles.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Staff, StaffActor } from '#kit/contract/who.ts'
import type { AccessKey, AccessKeyDraft } from '../contract.ts'
import { daysAfter, lesserRole, listedDays } from '../domain.ts'

/** Whether a key opens nothing because of accounts and organisations; of keys `k`. */
const isStopped = sql<boolean>`
  not exists (select from staff s
                join ngos own on own.id = s.ngo_id and own.is_active
                join ngos n on n.id = k.ngo_id and n.is_active
               where s.id = k.made_by and (own.is_organiser or own.id = n.id))`

/** The keys that the caller may see: those that work first, the newest first. */
export async function listKeys(db: Db, who: StaffActor, now: Date): Promise<AccessKey[]> {
  const reach = accountsOf(who)
  const since = daysAfter(now, -listedDays)
  const { rows } = await sql<AccessKey>`
    select k.id, k.name, k.role, k.ngo_id, n.name as ngo, k.county_codes, k.is_read_only,
           s.account as made_by, k.made_at, k.expires_at, k.used_at, k.used_from,
           case when k.revoked_at is not null then 'revoked'
                when k.expires_at <= ${now} then 'expired'
                when ${isStopped} then 'stopped' else 'working' end as state
      from access_keys k
      join ngos n on n.id = k.ngo_id
      left join staff s on s.id = k.made_by
     where (${reach}::integer is null or k.ngo_id = ${reach})
       and least(k.revoked_at, k.expires_at) > ${since}
     order by k.revoked_at is not null or k.expires_at <= ${now}, k.id desc`.execute(db)
  return rows
}

type KeyValues = Omit<AccessKeyDraft, 'days' | 'ngoId'> &
  Columns<'accessKeys', 'ngoId' | 'madeBy' | 'madeAt' | 'expiresAt' | 'digest'>

export async function insertKey(tx: Tx, values: KeyValues): Promise<Id<'accessKeys'>> {
  const { id } = await tx
    .insertInto('accessKeys')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Revokes a key within the caller's reach, unless it was revoked before. */
export async function revokeKey(tx: Tx, who: StaffActor, id: Id<'accessKeys'>, now: Date) {
  const reach = accountsOf(who)
  return tx
    .updateTable('accessKeys')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .$if(reach !== null, (query) => query.where('ngoId', '=', reach))
    .where('revokedAt', 'is', null)
    .returning(['name', 'ngoId', 'usedAt'])
    .executeTakeFirst()
}

export async function touchKey(tx: Tx, id: number, usedAt: Date, usedFrom: string): Promise<void> {
  await tx
    .updateTable('accessKeys')
    .set({ usedAt, usedFrom })
    .where('id', '=', id as Id<'accessKeys'>)
    .execute()
}

/** A key by its digest, or several by their ids. */
export type KeysBy = { readonly digest: Buffer } | { readonly ids: readonly number[] }

/** A program, and when its key was last used. */
export type Program = { readonly id: number; readonly usedAt: Date | null; readonly who: Staff }

/**
 * The programs of these keys, in the current election. A key has no right, organisation or county that the account that
 * made it does not have now.
 */
export async function findPrograms(db: Db, by: KeysBy, now: Date): Promise<Program[]> {
  const rows = await db
    .selectFrom('accessKeys as k')
    .innerJoin('staff', 'staff.id', 'k.madeBy')
    .innerJoin('ngos', 'ngos.id', 'k.ngoId')
    .innerJoin('elections', (on) => on.on('elections.isCurrent', '=', true))
    .select(['k.id', 'k.name', 'k.role', 'k.ngoId', 'k.isReadOnly', 'k.expiresAt', 'k.usedAt'])
    .select(['staff.account', 'staff.role as makerRole'])
    .select(['ngos.isOrganiser', 'elections.id as electionId', 'timezone', 'state'])
    .select([
      countyIdsOf(sql`k.county_codes`).as('countyIds'),
      countyIdsOf(sql`staff.county_codes`).as('makerCountyIds'),
    ])
    .where((is) =>
      'digest' in by
        ? is('k.digest', '=', by.digest)
        : is('k.id', 'in', by.ids as readonly Id<'accessKeys'>[]),
    )
    .where('revokedAt', 'is', null)
    .where('k.expiresAt', '>', now)
    .where(sql<boolean>`not ${isStopped}`)
    .where('elections.deletedAt', 'is', null)
    .where(sql<boolean>`elections.emptying is distinct from 'everything'`)
    .execute()
  return rows.map(({ id, usedAt, isReadOnly, expiresAt, electionId, ...row }) => ({
    id,
    usedAt,
    who: {
      ...staffOf(electionId, {
        // Accounts and keys have ids of one sequence: a key sees nothing of its maker's own.
        id: id as number as Id<'staff'>,
        account: `${row.name} (${row.account})`,
        ngoId: row.ngoId,
        isOrganiser: row.isOrganiser,
        role: lesserRole(Role.parse(row.role), Role.parse(row.makerRole)),
        countyIds: both(row.countyIds, row.makerCountyIds),
        timezone: row.timezone,
      }),
      ...neverSignedIn,
      sessionId: keySession(id),
      expiresAt,
      isOver: row.state === 'archived',
      key: { isReadOnly },
    },
  }))
}

/** The counties within both limits; null: no limit. */
const both = (one: Id<'areas'>[] | null, other: Id<'areas'>[] | null) =>
  one && other ? one.filter((id) => other.includes(id)) : (one ?? other)

const neverSignedIn = {
  tokenNth: 0,
  tokenSince: null,
  confirmedAt: null,
  seenAt: null,
  pendingDuty: null,
}

/** Keys are recognised again by this, where people are by their session. */
const keySession = (id: number) => `key ${id}`

/** The id of the key; undefined for a session of people. */
export const keyIn = (sessionId: string): number | undefined => {
  const [, id] = /^key (\d+)$/.exec(sessionId) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Whether the key was ever made here. */
export async function isKeyKnown(db: Db, digest: Buffer): Promise<boolean> {
  const key = await db
    .selectFrom('accessKeys')
    .select('id')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return key !== undefined
}
