import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { after, holdMinutes } from '../domain.ts'
import type { StoredCall } from './queries.ts'

/** When an observer may be called again: when they asked for it, otherwise after the pause of the election. */
const nextCallAt = (
  electionId: Id<'elections'>,
  calledAt: RawBuilder<unknown>,
  callBackAt: RawBuilder<unknown>,
) => sql`
  coalesce(${callBackAt}::timestamptz, ${calledAt}::timestamptz + make_interval(mins => (
    select call_pause_minutes from elections where id = ${electionId})))`

/** Releases an observer: they are not handed out before the time that follows from the call. */
export async function rest(
  tx: Tx,
  { electionId }: Scope,
  { observerId, calledAt, callBackAt }: Pick<StoredCall, 'observerId' | 'calledAt' | 'callBackAt'>,
): Promise<void> {
  const until = nextCallAt(electionId, sql`${calledAt}`, sql`${callBackAt}`)
  await sql`
    insert into call_holds (election_id, observer_id, staff_id, until, is_call_back)
    values (${electionId}, ${observerId}, null, ${until}, ${callBackAt !== null})
    on conflict (election_id, observer_id) do update
      set staff_id = null, until = excluded.until, is_call_back = excluded.is_call_back`.execute(tx)
}

/**
 * After the last call was undone, the one before it counts again. An observer who becomes free stays with the caller, who
 * may be about to log the call anew: another account would call a second time. A hold by an account stays.
 */
export async function restAsBefore(
  tx: Tx,
  { scope: { electionId }, id }: StaffActor,
  { observerId, calledAt }: Pick<StoredCall, 'observerId' | 'calledAt'>,
  now: Date,
): Promise<void> {
  const isHeld = sql`h.staff_id is not null and h.until > ${now}`
  await sql`
    with last as (
      select called_at, call_back_at is not null as is_call_back,
             ${nextCallAt(electionId, sql`called_at`, sql`call_back_at`)} as until
        from calls
       where election_id = ${electionId} and observer_id = ${observerId}
       order by called_at desc, id desc limit 1)
    update call_holds h
       set is_call_back = coalesce(l.is_call_back, false),
           staff_id = case when ${isHeld} then h.staff_id
                           when l.until > ${now} then null
                           when h.until > ${now} then ${id}::integer end,
           until = case when ${isHeld} then h.until
                        when l.until > ${now} then l.until
                        when h.until > ${now} then ${after(now, holdMinutes)}::timestamptz
                        else h.until end
      from (values (true)) undone left join last l on true
     where h.election_id = ${electionId} and h.observer_id = ${observerId}
       and coalesce(l.called_at <= ${calledAt}, true)`.execute(tx)
}

/** What an account does for an observer prolongs its hold of them. */
export async function prolongHold(
  tx: Tx,
  { scope: { electionId }, id }: Pick<StaffActor, 'scope' | 'id'>,
  observerId: Id<'observers'>,
  now: Date,
): Promise<void> {
  await sql`
    update call_holds set until = ${after(now, holdMinutes)}
     where election_id = ${electionId} and observer_id = ${observerId} and staff_id = ${id}`.execute(
    tx,
  )
}

/** Applies the pause of the election, which was changed, to the observers who were called and are not held. */
export async function pauseAgain(tx: Tx, electionId: Id<'elections'>, now: Date): Promise<void> {
  await sql`
    update call_holds h
       set staff_id = null, until = ${nextCallAt(electionId, sql`k.called_at`, sql`null`)}
      from (select observer_id, max(called_at) as called_at from calls
             where election_id = ${electionId} group by 1) k
     where h.election_id = ${electionId} and h.observer_id = k.observer_id
       and (h.staff_id is null or h.until <= ${now}) and not h.is_call_back`.execute(tx)
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
