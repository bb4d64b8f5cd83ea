import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, Staff } from '#kit/contract/who.ts'
import type { Delivery, Hook } from '../contract.ts'
import { mostHooks, overlapMs } from '../domain.ts'

type NewHook = Pick<Hook, 'address' | 'kinds' | 'ngoId' | 'countyCodes'> & {
  readonly secret: Buffer
}

/** The last line of history that is sealed: no earlier one can still come. */
export const lastSealed = sql`(select coalesce(max(history_id), 0) from history_seals)`

export async function listHooks(db: Db, { electionId }: Scope, now: Date): Promise<Hook[]> {
  const { rows } = await sql<Hook>`
    select k.id, k.address, k.kinds, k.ngo_id, k.off_since, k.off_reason, k.failing_since,
           case when k.previous_until > ${now} then k.previous_until end as previous_until, k.made_by, k.made_at,
           case when k.county_ids is not null then
             array(select a.code from areas a
                    where a.election_id = k.election_id and a.id = any(k.county_ids) order by 1) end as county_codes,
           (select count(*) from hook_deliveries d
             where d.election_id = k.election_id and d.hook_id = k.id and d.due_at is not null)::integer as waiting
      from hooks k where k.election_id = ${electionId} order by k.id`.execute(db)
  return rows
}

/** Adds a hook, which hears of what happens from now on; undefined where the election has too many. */
export async function insertHook(
  tx: Tx,
  { scope: { electionId }, name }: Staff,
  { address, kinds, ngoId, countyCodes, secret }: NewHook,
  now: Date,
): Promise<Id<'hooks'> | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('hooks.add', ${electionId}))`.execute(tx)
  const { rows } = await sql<{ id: Id<'hooks'> }>`
    insert into hooks (election_id, address, kinds, ngo_id, county_ids, secret, read_until, made_by, made_at)
    select ${electionId}, ${address}, ${kinds}::text[], ${ngoId}::integer,
           case when ${countyCodes}::text[] is not null then
             array(select a.id from areas a join elections e on e.id = a.election_id and e.county_level = a.level
                    where a.election_id = ${electionId} and a.code = any(${countyCodes}::text[])) end,
           ${secret}, ${lastSealed}, ${name}, ${now}
     where (select count(*) from hooks where election_id = ${electionId}) < ${mostHooks}
    returning id`.execute(tx)
  return rows[0]?.id
}

export async function hasNgo(db: Db, id: Id<'ngos'>): Promise<boolean> {
  return (
    (await db.selectFrom('ngos').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}

/** Switches a hook; returns what it was before, undefined where there is none. */
export async function turnHook(
  tx: Tx,
  electionId: Id<'elections'>,
  id: number,
  off: { readonly since: Date; readonly reason: NonNullable<Hook['offReason']> } | null,
): Promise<Pick<Hook, 'address' | 'offReason'> | undefined> {
  const { rows } = await sql<Pick<Hook, 'address' | 'offReason'>>`
    with was as materialized (
      select id, address, off_reason from hooks where election_id = ${electionId} and id = ${id} for update)
    update hooks k
       set off_since = ${off?.since ?? null}::timestamptz, off_reason = ${off?.reason ?? null}, failing_since = null,
           read_until = case when was.off_reason is null then k.read_until else greatest(k.read_until, ${lastSealed}) end
      from was where k.election_id = ${electionId} and k.id = was.id
    returning was.address, was.off_reason`.execute(tx)
  return rows[0]
}

export type HookAddress = Columns<'hooks', 'address'>

/** Replaces the secret; the one before signs for a while longer. */
export async function replaceSecret(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'hooks'>,
  secret: Buffer,
  now: Date,
): Promise<HookAddress | undefined> {
  const { rows } = await sql<HookAddress>`
    update hooks set previous_secret = secret, previous_until = ${new Date(now.getTime() + overlapMs)},
                     secret = ${secret}
     where election_id = ${electionId} and id = ${id} returning address`.execute(tx)
  return rows[0]
}

export async function deleteHook(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'hooks'>,
): Promise<(HookAddress & Columns<'hooks', 'kinds'>) | undefined> {
  return tx
    .deleteFrom('hooks')
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .returning(['address', 'kinds'])
    .executeTakeFirst()
}

export async function findHook(
  db: Db,
  { electionId }: Scope,
  id: Id<'hooks'>,
): Promise<HookAddress | undefined> {
  return db
    .selectFrom('hooks')
    .select('address')
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The last deliveries of a hook, the newest first. */
export async function listDeliveries(
  db: Db,
  { electionId }: Scope,
  hookId: Id<'hooks'>,
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select id, message_id, kind, made_at, tries, due_at, tried_at, took_ms, status, fault, reply
      from hook_deliveries where election_id = ${electionId} and hook_id = ${hookId}
     order by id desc limit 100`.execute(db)
  return rows
}
