import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'

/** A message that waits to be sent, locked for this transaction; false: it does not wait any more. */
export async function lockHeld(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'notifications'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from notifications
     where election_id = ${electionId} and id = ${id} and held_until is not null
       for no key update`.execute(tx)
  return rows.length > 0
}

/** Ends its waiting, if it did: from now on it is being sent. */
export async function release(
  tx: Tx,
  electionId: Id<'elections'>,
  id: Id<'notifications'>,
): Promise<boolean> {
  const { rows } = await sql`
    update notifications set held_until = null
     where election_id = ${electionId} and id = ${id} and held_until is not null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Takes it back: for all its recipients it has failed. Returns how many they are. */
export async function takeBack(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'notifications'>,
  by: { readonly name: string; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ recipients: number }>`
    with moved as (
      update deliveries set state = 'failed', why = 'taken-back', at = ${by.now}
       where election_id = ${electionId} and notification_id = ${id} and state = 'queued'
      returning 1
    )
    update notifications n
       set held_until = null, taken_back_at = ${by.now}, taken_back_by = ${by.name},
           failed = n.failed + (select count(*) from moved)
     where n.election_id = ${electionId} and n.id = ${id}
    returning (select count(*) from moved) as recipients`.execute(tx)
  return rows[0]?.recipients ?? 0
}
