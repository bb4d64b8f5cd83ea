import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** NOTIFY channel on which announcements reach every process. */
export const channel = 'veghe'

/**
 * Who receives an event: an organisation's people (null: everybody), and the organiser's. For accounts
 * limited to some counties, an event in one is only for those who have it, and a task only for its owner; all
 * other events say no more than that a list has changed.
 */
export type Audience = {
  readonly electionId: Id<'elections'>
  readonly ngoId: Id<'ngos'> | null
  readonly countyId?: Id<'areas'>
  readonly staffId?: Id<'staff'>
}

/** An event, and its audience. */
export const Announcement = z.object({
  name: z.string(),
  electionId: z.int(),
  ngoId: z.int().nullable(),
  countyId: z.int().optional(),
  staffId: z.int().optional(),
  payload: z.unknown(),
})

export type Announcement = z.output<typeof Announcement>

/** A session that ended. */
export const SessionEnded = z.object({ endedSession: z.string() })

/** Publishes inside the transaction: PostgreSQL delivers when, and only if, it commits. */
export async function announce<E extends LiveEvent>(
  tx: Tx,
  event: E,
  audience: Audience,
  payload: z.input<E['payload']>,
): Promise<void> {
  await announcing(event, [{ audience, payload }]).execute(tx)
}

/** An event about one of several things, and its audience. */
export type AudiencePayload<E extends LiveEvent> = {
  readonly audience: Audience
  readonly payload: z.input<E['payload']>
}

/** Announces each to its own audience: a query that ends the statement of the change. */
export const announcing = <E extends LiveEvent>(event: E, each: readonly AudiencePayload<E>[]) =>
  notifying(each.map(({ audience, payload }) => ({ name: event.name, ...audience, payload })))

/** Closes the session's event streams, on whichever process they are, once this commits. */
export const announceSessionEnd = (tx: Tx, sessionId: string) =>
  notifying([{ endedSession: sessionId }]).execute(tx)

/** Counts what it announces: a row for each would be sent to us for nothing. */
const notifying = (announcements: readonly object[]) => {
  const texts = announcements.map((one) => JSON.stringify(one))
  return sql`select count(pg_notify(${channel}, said)) from unnest(${texts}::text[]) as said`
}
