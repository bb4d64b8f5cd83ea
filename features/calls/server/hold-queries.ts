import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { after, holdMinutes, nextCallAt } from '../domain.ts'
import type { StoredCall } from './queries.ts'

/** Releases an observer: they are not handed out before the time that follows from the call. */
export async function rest(
  tx: Tx,
  { electionId }: Scope,
  call: Pick<StoredCall, 'observerId' | 'calledAt' | 'callBackAt'>,
): Promise<void> {
  await sql`
    insert into call_holds (election_id, observer_id, staff_id, until, is_call_back)
    values (${electionId}, ${call.observerId}, null, ${nextCallAt(call)}, ${call.callBackAt !== null})
    on conflict (election_id, observer_id) do update
      set staff_id = null, until = excluded.until, is_call_back = excluded.is_call_back`.execute(tx)
}

/** After a call was undone: the one before it counts again. A hold by an account stays. */
export async function restAsBefore(
  tx: Tx,
  scope: Scope,
  observerId: Id<'observers'>,
): Promise<void> {
  const { electionId } = scope
  const { rows: gone } = await sql`
    delete from call_holds
     where election_id = ${electionId} and observer_id = ${observerId} and staff_id is null
    returning observer_id`.execute(tx)
  if (gone.length === 0) return
  const { rows } = await sql<Pick<StoredCall, 'calledAt' | 'callBackAt'>>`
    select called_at, call_back_at from calls
     where election_id = ${electionId} and observer_id = ${observerId}
     order by called_at desc, id desc limit 1`.execute(tx)
  if (rows[0]) await rest(tx, scope, { observerId, ...rows[0] })
}

/** When a rehearsal is started for real, forgets its calls. */
export async function forgetPractisedCalls(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  await sql`delete from call_holds where election_id = ${electionId}`.execute(tx)
  await sql`delete from calls where election_id = ${electionId}`.execute(tx)
}

/** The observers to call first: those held by the account, and those who asked to be called back by now. */
export const firstToCall = (
  { scope: { electionId }, id }: StaffActor,
  now: Date,
): RawBuilder<unknown> => sql`
  select h.observer_id from call_holds h
   where h.election_id = ${electionId}
     and (h.until > ${now} and h.staff_id = ${id} or h.until <= ${now} and h.is_call_back)`

/** The observers that an account may not take: held by others, or called a short while ago. */
export const unavailable = (
  { scope: { electionId }, id }: StaffActor,
  now: Date,
): RawBuilder<unknown> => sql`
  select h.observer_id from call_holds h
   where h.election_id = ${electionId} and h.until > ${now} and h.staff_id is distinct from ${id}`

/**
 * Takes the first of these observers who is still free; undefined when others took all of them. The caller's own comes
 * first. Clerks claim one after another, so each sees what the one before took; a call that is logged meanwhile is
 * seen by the last condition, because it changes the same row.
 */
export async function claimFirst(
  tx: Tx,
  { scope: { electionId }, id }: StaffActor,
  candidates: readonly Id<'observers'>[],
  now: Date,
): Promise<Id<'observers'> | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('calls.claim', ${electionId}))`.execute(
    tx,
  )
  const { rows } = await sql<{ observerId: Id<'observers'> }>`
    insert into call_holds as h (election_id, observer_id, staff_id, until)
    select ${electionId}::integer, c.observer_id, ${id}::integer, ${after(now, holdMinutes)}::timestamptz
      from unnest(${candidates}::integer[]) with ordinality c (observer_id, place)
      left join call_holds f on f.election_id = ${electionId} and f.observer_id = c.observer_id
     where f.until is null or f.until <= ${now} or f.staff_id = ${id}
     order by f.staff_id = ${id} and f.until > ${now} desc nulls last, c.place limit 1
    on conflict (election_id, observer_id) do update
      set staff_id = excluded.staff_id, until = excluded.until
      where h.until <= ${now} or h.staff_id = ${id}
    returning h.observer_id`.execute(tx)
  return rows[0]?.observerId
}
