import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** NOTIFY channel on which announcements reach every process. */
export const channel = 'veghe'

/**
 * Whom an announcement concerns: an organisation's people (null: everybody's), and the organiser's.
 * Of those who are limited to some counties, what happened in one concerns only whose it is, and
 * what somebody left to be done only themselves; the rest says no more than that a list has changed.
 */
export type Audience = {
  readonly electionId: Id<'elections'>
  readonly ngoId: Id<'ngos'> | null
  readonly countyId?: Id<'areas'>
  readonly staffId?: Id<'staff'>
}

/** What is announced, and whom it concerns. */
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

/** What happened to one of several things, and whom that concerns. */
export type AudiencePayload<E extends LiveEvent> = {
  readonly audience: Audience
  readonly payload: z.input<E['payload']>
}

/** What announces each to its own audience: a query, with which the statement ends that did it. */
export const announcing = <E extends LiveEvent>(event: E, each: readonly AudiencePayload<E>[]) =>
  notifying(each.map(({ audience, payload }) => ({ name: event.name, ...audience, payload })))

/** Closes the session's event streams, on whichever process they are, once this commits. */
export const announceSessionEnd = (tx: Tx, sessionId: string) =>
  notifying([{ endedSession: sessionId }]).execute(tx)

/** Counts what it announces: a row for each would go to us and say nothing. */
const notifying = (said: readonly object[]) => {
  const texts = said.map((one) => JSON.stringify(one))
  return sql`select count(pg_notify(${channel}, said)) from unnest(${texts}::text[]) as said`
}
