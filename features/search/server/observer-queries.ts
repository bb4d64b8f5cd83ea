import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import {
  hasName,
  hasPart,
  isAlmostNamed,
  isPhone,
  readPart,
} from '#features/observers/server/part-queries.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { wordsOf } from '#kit/contract/value/folded.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type FoundObserver, mostHits } from '../contract.ts'

/** Observers with this part of a phone or name; where there are none, those whose name is almost the same. */
export async function searchObservers(
  db: Db,
  scope: Scope,
  typed: string,
): Promise<FoundObserver[]> {
  if (typed.length < 2) return []
  if (/^[\d\s+()./-]+$/.test(typed)) {
    const part = await readPart(db, scope.electionId, typed)
    return list(db, scope, hasPart(part), sql`${isPhone(part)} desc, ${byName}`)
  }
  if (wordsOf(typed).length === 0) return []
  const found = await list(db, scope, hasName(typed), byName)
  return found.length > 0 ? found : list(db, scope, isAlmostNamed(typed), byName)
}

const byName = sql`o.name collate names, o.id`

/**
 * One more than is shown, to say that there are more. Reads all observers in the order of the table: the sum keeps
 * PostgreSQL, without statistics, from reading them by their phones, and pieces of common names are in too many names for
 * an index.
 */
async function list(
  db: Db,
  scope: Scope,
  isFound: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<FoundObserver[]> {
  const { rows } = await sql<FoundObserver>`
    with found as materialized (
      select o.* from observers o where o.election_id + 0 = ${scope.electionId} and ${isFound}),
    o as (
      select o.* from found o
       where ${inScope(scope)} and o.deleted_at is null
       order by ${order} limit ${mostHits + 1})
    select o.id, o.name, o.phone, g.name as ngo from o join ngos g on g.id = o.ngo_id
     order by ${order}`.execute(db)
  return rows
}
