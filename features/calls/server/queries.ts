import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { epochMs } from '#database/values/epoch.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import type { LastCall, LoggedCall } from '../contract.ts'
import type { Outcome } from '../domain.ts'

type Called = Columns<'observers', 'id' | 'ngoId'> & { readonly isDeleted: boolean }

/** An observer that the caller may see, deleted or not. */
export async function findCalled(
  db: Db | Tx,
  scope: Scope,
  id: Id<'observers'>,
): Promise<Called | undefined> {
  const { rows } = await sql<Called>`
    select o.id, o.ngo_id, o.deleted_at is not null as is_deleted
      from observers o where ${inScope(scope)} and o.id = ${id}`.execute(db)
  return rows[0]
}

/** The newest calls to an observer. */
export async function listCalls(
  db: Db,
  { scope: { electionId }, id }: StaffActor,
  observerId: Id<'observers'>,
): Promise<LoggedCall[]> {
  const { rows } = await sql<LoggedCall>`
    select c.id, c.outcome, c.called_at, c.called_by_name as called_by, c.call_back_at, c.note,
           c.called_by = ${id} as is_own
      from calls c
     where c.election_id = ${electionId} and c.observer_id = ${observerId}
     order by c.called_at desc, c.id desc limit 20`.execute(db)
  return rows
}

export type StoredCall = Columns<
  'calls',
  'id' | 'observerId' | 'calledAt' | 'callBackAt' | 'note'
> & { readonly outcome: Outcome }

export async function insertCall(
  tx: Tx,
  { scope: { electionId }, id: calledBy, name: calledByName }: StaffActor,
  call: Omit<StoredCall, 'id'>,
): Promise<Id<'calls'>> {
  const { id } = await tx
    .insertInto('calls')
    .values({ electionId, calledBy, calledByName, ...call })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a call that the caller logged; undefined when there is none. */
export async function deleteCall(
  tx: Tx,
  { scope, id: calledBy }: StaffActor,
  id: Id<'calls'>,
): Promise<(StoredCall & Pick<Called, 'ngoId'>) | undefined> {
  const { rows } = await sql<StoredCall & Pick<Called, 'ngoId'>>`
    delete from calls c using observers o
     where c.election_id = ${scope.electionId} and c.id = ${id} and c.called_by = ${calledBy}
       and o.id = c.observer_id and ${inScope(scope)}
    returning c.id, c.observer_id, c.outcome, c.called_at, c.call_back_at, c.note, o.ngo_id`.execute(
    tx,
  )
  return rows[0]
}

/** The last call as an array of values, which are faster to parse than rows. */
export type LastCallValues = readonly [
  outcome: Outcome,
  calledMs: number,
  calledBy: string,
  callBackMs: number | null,
]

/** The last call to the observer of the assignment `a`, looked up by index. */
export const lastCall: RawBuilder<LastCallValues | null> = sql`
  (select json_build_array(k.outcome, ${epochMs('k.called_at')}, k.called_by_name, ${epochMs('k.call_back_at')})
     from calls k
    where k.election_id = a.election_id and k.observer_id = a.observer_id
    order by k.called_at desc, k.id desc limit 1)`

export const readLastCall = (values: LastCallValues | null): LastCall | null => {
  if (values === null) return null
  const [outcome, calledMs, calledBy, callBackMs] = values
  const callBackAt = callBackMs === null ? null : new Date(callBackMs)
  return { outcome, calledAt: new Date(calledMs), calledBy, callBackAt }
}
