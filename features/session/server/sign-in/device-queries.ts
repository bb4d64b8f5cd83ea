import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Device } from '#kit/server/push/push.ts'

/** Removes the phones that were registered in a session that has ended. */
export async function forgetDevicesIn(tx: Tx, sessionId: string): Promise<void> {
  // For devices registered before their session was recorded, only the session's owner is known.
  await sql`
    delete from devices d using sessions s
     where s.id = ${sessionId} and d.election_id = s.election_id and d.observer_id = s.observer_id
       and (d.session_id is null or d.session_id = s.id)`.execute(tx)
}

/** Removes all phones of observers who are signed out everywhere. */
export async function forgetDevicesOf(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
): Promise<void> {
  await sql`
    delete from devices
     where election_id = ${electionId} and observer_id = any(${ids}::integer[])`.execute(tx)
}

/** Removes the phones of an organisation that is switched off. */
export async function forgetDevicesOfNgo(tx: Tx, ngoId: Id<'ngos'>): Promise<void> {
  await sql`
    delete from devices d using observers o
     where o.election_id = d.election_id and o.id = d.observer_id and o.ngo_id = ${ngoId}`.execute(
    tx,
  )
}

/** Removes phones that can no longer be reached: only those unchanged since they were tried. */
export async function forgetDevices(
  tx: Tx,
  electionId: Id<'elections'>,
  gone: readonly (Device & { readonly observerId: Id<'observers'> })[],
): Promise<void> {
  if (gone.length === 0) return
  await sql`
    delete from devices d
     using unnest(${gone.map(({ observerId }) => observerId)}::integer[],
                  ${gone.map(({ channel }) => channel)}::text[],
                  ${gone.map(({ token }) => token)}::text[]) gone (observer_id, channel, token)
     where d.election_id = ${electionId} and d.observer_id = gone.observer_id
       and d.channel = gone.channel and d.token = gone.token`.execute(tx)
}
