import { type RawBuilder, sql } from 'kysely'
import { containing } from '#database/like.ts'
import type { Db } from '#database/open.ts'
import { phoneDigits } from '#features/session/domain.ts'
import type { Scope } from '#kit/contract/who.ts'

/*
 * Whose lines they are is asked first, and history is asked by their ids: only so PostgreSQL sees
 * how few of its lines a person has, and finds them by an index of its own instead of reading all.
 */

async function listIds(db: Db, from: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id ${from}`.execute(db)
  return rows.map(({ id }) => id)
}

const one = (column: RawBuilder<unknown>, ids: readonly number[]) =>
  sql`${column} = any(${ids}::integer[])`

const ofObservers = (ids: readonly number[]) =>
  sql`h.actor_role = 'observer' and ${one(sql`h.actor_id`, ids)}`

/** What an organisation's own people and observers did, and what was done to them. */
export async function ofOrganisation(
  db: Db,
  { electionId, ngoId }: Scope,
): Promise<RawBuilder<unknown>> {
  if (ngoId === null) return sql`true`
  const own = sql`where election_id = ${electionId} and ngo_id = ${ngoId}`
  const observers = await listIds(db, sql`from observers ${own}`)
  const unplaced = await listIds(db, sql`from unplaced ${own}`)
  const accounts = await listIds(db, sql`from staff where ngo_id = ${ngoId}`)
  return sql`(
    ${ofObservers(observers)}
    or h.actor_role in ('organiser', 'ngo-administrator') and ${one(sql`h.actor_id`, accounts)}
    or h.subject = 'observers' and ${one(sql`h.subject_id`, observers)}
    or h.subject = 'unplaced' and ${one(sql`h.subject_id`, unplaced)}
    or h.subject = 'accounts' and h.act not like 'accounts.ngo-%'
       and ${one(sql`h.subject_id`, accounts)}
    or h.subject = 'accounts' and h.act like 'accounts.ngo-%' and h.subject_id = ${ngoId})`
}

/** An observer is found by name or phone of today; everybody else by the name that history has. */
export async function byActor(
  db: Db,
  { electionId }: Scope,
  actor: string,
): Promise<RawBuilder<unknown>> {
  const digits = phoneDigits(actor)
  const byPhone = digits ? sql`or phone_digits like ${containing(digits)}` : sql``
  const observers = await listIds(
    db,
    sql`from observers
         where election_id = ${electionId} and (name ilike ${containing(actor)} ${byPhone})`,
  )
  return sql`(
    ${ofObservers(observers)}
    or h.actor_role in ('organiser', 'ngo-administrator', 'server', 'stranger')
       and h.actor_name ilike ${containing(actor)})`
}
