import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { columnOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { keptMs, type SendingFault } from '../domain.ts'

type HookKey = Columns<'hooks', 'electionId' | 'id'>

/** A hook, and what attempts for it need. */
export type SendingHook = HookKey &
  Columns<'hooks', 'address' | 'secret' | 'previousSecret' | 'previousUntil'>

/** A delivery that this process has claimed. */
export type Claimed = Columns<'hookDeliveries', 'id' | 'messageId' | 'body' | 'tries'>

/** The outcome of an attempt. */
export type Outcome = {
  readonly id: Id<'hookDeliveries'>
  readonly dueAt: Date | null
  readonly triedAt: Date
  readonly tookMs: number
  readonly status: number | null
  readonly fault: SendingFault | null
  readonly reply: string
}

type NewDelivery = {
  readonly electionId: number
  readonly hookId: number
  readonly kind: string
  readonly body: string
}

/** Puts events into the queues of hooks. */
export async function insertDeliveries(
  tx: Tx,
  each: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  if (each.length === 0) return
  await sql`
    insert into hook_deliveries (election_id, hook_id, kind, body, made_at, due_at)
    select d.election_id, d.hook_id, d.kind, d.body, ${now}, ${now}
      from unnest(${columnOf(each, 'electionId')}::integer[], ${columnOf(each, 'hookId')}::integer[],
                  ${each.map(({ kind }) => kind)}::text[], ${each.map(({ body }) => body)}::text[])
           as d (election_id, hook_id, kind, body)`.execute(tx)
}

/** The hooks that have something to send, and are on. */
export async function listSending(db: Db, now: Date): Promise<SendingHook[]> {
  const { rows } = await sql<SendingHook>`
    select k.election_id, k.id, k.address, k.secret, k.previous_secret, k.previous_until
      from hooks k join elections e on e.id = k.election_id and e.state <> 'archived' and e.deleted_at is null
     where k.off_since is null
       and exists (select from hook_deliveries d
                    where d.election_id = k.election_id and d.hook_id = k.id and d.due_at <= ${now})`.execute(
    db,
  )
  return rows
}

/** Claims deliveries of a hook until a moment: a process that dies leaves them to others. */
export async function claimDue(
  tx: Tx,
  { electionId, id }: HookKey,
  most: number,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    -- Materialised: a subquery with a limit may run more than once, and would claim more each time.
    with picked as materialized (
      select o.id from hook_deliveries o
        join hooks k on k.election_id = o.election_id and k.id = o.hook_id and k.off_since is null
       where o.election_id = ${electionId} and o.hook_id = ${id} and o.due_at <= ${now}
       order by o.due_at, o.id limit ${most} for update of o skip locked)
    update hook_deliveries d set due_at = ${until}
      from picked where d.election_id = ${electionId} and d.id = picked.id
    returning d.id, d.message_id, d.body, d.tries`.execute(tx)
  return rows
}

/** Returns claimed deliveries, untried. */
export async function unclaim(
  tx: Tx,
  { electionId }: HookKey,
  claimed: readonly Claimed[],
  now: Date,
): Promise<void> {
  await sql`update hook_deliveries set due_at = ${now}
             where election_id = ${electionId} and id = any(${claimed.map(({ id }) => id)}::integer[])`.execute(
    tx,
  )
}

export async function settle(
  tx: Tx,
  { electionId }: HookKey,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (const { id, ...outcome } of outcomes)
    await tx
      .updateTable('hookDeliveries')
      .set({ ...outcome, tries: sql`tries + 1` })
      .where('electionId', '=', electionId)
      .where('id', '=', id)
      .execute()
}

/** Notes whether a hook's last attempts succeeded; returns since when they fail. */
export async function noteHealth(
  tx: Tx,
  { electionId, id }: HookKey,
  hasArrived: boolean,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<Columns<'hooks', 'failingSince'>>`
    update hooks
       set failing_since = case when ${hasArrived} then null else coalesce(failing_since, ${now}) end
     where election_id = ${electionId} and id = ${id} returning failing_since`.execute(tx)
  return rows[0]?.failingSince ?? null
}

/** Queues a delivery again; undefined where there is none. */
export async function requeue(
  tx: Tx,
  { electionId }: Scope,
  hookId: Id<'hooks'>,
  id: Id<'hookDeliveries'>,
  now: Date,
): Promise<Columns<'hookDeliveries', 'messageId'> | undefined> {
  return tx
    .updateTable('hookDeliveries')
    .set({ dueAt: now, tries: 0 })
    .where('electionId', '=', electionId)
    .where('hookId', '=', hookId)
    .where('id', '=', id)
    .returning('messageId')
    .executeTakeFirst()
}

export async function deleteOld(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await tx.deleteFrom('hookDeliveries').where('madeAt', '<', before).execute()
}
