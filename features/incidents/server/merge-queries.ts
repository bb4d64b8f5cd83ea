import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { containing } from '#database/values/like.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { isEnded } from '../domain.ts'
import type { BriefIncident, OpenIncident } from '../incident-contract.ts'
import { getIncident, isOpen, placeName, type StoredIncident, seenIncidents } from './queries.ts'

/** What an incident is merged into, and what is merged into it, as far as the caller sees it. */
export async function findMerged(
  db: Db | Tx,
  scope: Scope,
  { id, mergedInto }: Pick<StoredIncident, 'id' | 'mergedInto'>,
): Promise<Pick<OpenIncident, 'mergedInto' | 'merged'>> {
  const { rows } = await sql<BriefIncident>`
    ${seenIncidents(scope)} and (i.id = ${mergedInto} or i.merged_into = ${id})
     order by i.number`.execute(db)
  return {
    mergedInto: rows.find((one) => one.id === mergedInto) ?? null,
    merged: rows.filter((one) => one.id !== mergedInto),
  }
}

/** Incidents into which this one can be merged whose number or title fits. */
export async function listTargets(
  db: Db,
  scope: Scope,
  id: Id<'incidents'>,
  search: string,
): Promise<BriefIncident[]> {
  const { ngoId, place, inCounty, state } = await getIncident(db, scope, id)
  const isNear = inCounty === null ? sql`true` : sql`c.id = ${inCounty}`
  const { rows } = await sql<BriefIncident>`
    ${seenIncidents(scope)} and i.merged_into is null and i.ngo_id = ${ngoId} and i.id <> ${id}
       and ${isNear} and (${isEnded(state)} or ${isOpen})
       and (i.number::text = ${search} or folded(i.title) like folded(${containing(search)}))
     order by ${placeName} = ${place} desc, ${isOpen} desc, i.number desc limit 20`.execute(db)
  return rows
}

/**
 * Two incidents, locked for this transaction.
 * @throws Problem `thing.not-found` where the caller does not see one of them
 */
export async function lockBoth(
  tx: Tx,
  scope: Scope,
  id: Id<'incidents'>,
  into: Id<'incidents'>,
): Promise<readonly [StoredIncident, StoredIncident]> {
  await sql`
    select from incidents
     where election_id = ${scope.electionId} and id = any(array[${id}, ${into}]::integer[])
     order by id for no key update`.execute(tx)
  return [await getIncident(tx, scope, id), await getIncident(tx, scope, into)]
}

/** Refuses to change an incident that another one replaces. */
export function expectUnmerged({ mergedInto }: Pick<StoredIncident, 'mergedInto'>): void {
  if (mergedInto !== null) throw new Problem('incident.merged', { into: mergedInto })
}

/** Merges a locked incident into another, or parts it (null). */
export async function setMerged(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'incidents'>,
  mergedInto: Id<'incidents'> | null,
  changing: string,
): Promise<void> {
  await tx
    .updateTable('incidents')
    .set({ mergedInto, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

/** The number of an incident, whether the caller sees it or not. */
export const getNumber = (
  db: Tx,
  { electionId }: Scope,
  id: Id<'incidents'>,
): Promise<Pick<StoredIncident, 'id' | 'number'>> =>
  db
    .selectFrom('incidents')
    .select(['id', 'number'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Whether other incidents are merged into this one. */
export async function isTarget(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'incidents'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('incidents')
    .select('id')
    .where('electionId', '=', electionId)
    .where('mergedInto', '=', id)
    .limit(1)
    .execute()
  return found.length > 0
}
