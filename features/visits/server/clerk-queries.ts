import { type RawBuilder, sql } from 'kysely'

/**
 * The account that wrote down, by telephone, what was stored at a moment; null: the observer's phone sent it. History
 * alone tells, by the moment: a later submission of the phone has one of its own.
 */
export const clerkOf = (
  kind: 'answers' | 'visits' | 'notes',
  election: RawBuilder<unknown>,
  subjectId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) => sql<string | null>`(
  select h.actor_name from history h
   where h.election_id = ${election} and h.act = ${sql.lit(`${kind}.telephoned`)}
     and h.actor_role <> 'observer' and h.at = ${at} and h.subject_id = ${subjectId} limit 1)`
