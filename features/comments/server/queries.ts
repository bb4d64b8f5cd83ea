import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import {
  getIncident,
  incidentsWithPlace,
  isIncidentSeen,
} from '#features/incidents/server/queries.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { countedAs, standsFor } from '#features/places/server/queries.ts'
import { findStation } from '#features/places/server/station-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Comment, CommentDraft, Subject } from '../contract.ts'

/** The most comments that a list shows. */
const mostListed = 200

/** A subject that the caller sees, and the organisation of its comments. */
export type Seen = Subject & { readonly ngoId: Id<'ngos'> }

/** @throws Problem `thing.not-found` where the caller does not see it, or nothing is named */
export async function getSubject(
  db: Db | Tx,
  who: Pick<StaffActor, 'scope' | 'ngoId'>,
  { observerId, pollingStationId, incidentId }: Subject,
): Promise<Seen> {
  const { scope } = who
  if (incidentId !== undefined) {
    if (observerId ?? pollingStationId) throw new Problem('thing.not-found')
    const { ngoId } = await getIncident(db, scope, incidentId)
    return { incidentId, ngoId }
  }
  if (observerId === undefined) {
    const station = pollingStationId && (await findStation(db, scope, pollingStationId))
    if (!station) throw new Problem('thing.not-found')
    return { pollingStationId, ngoId: who.ngoId }
  }
  const [found] =
    pollingStationId === undefined
      ? await find(db, sql`observers o where ${inScope(scope)} and o.id = ${observerId}`)
      : await find(
          db,
          sql`visits o where o.election_id = ${scope.electionId} and o.observer_id = ${observerId}
                and o.polling_station_id = ${pollingStationId}
                and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId})
                ${andInCounties(scope, sql`o.county_id`)}`,
        )
  if (!found) throw new Problem('thing.not-found')
  return { observerId, pollingStationId, ngoId: found.ngoId }
}

async function find(db: Db | Tx, from: RawBuilder<unknown>) {
  const { rows } = await sql<{ ngoId: Id<'ngos'> }>`select o.ngo_id from ${from}`.execute(db)
  return rows
}

/** The newest comments on a subject, in the order in which they were written. */
export async function listComments(
  db: Db,
  { scope, id }: StaffActor,
  { observerId, pollingStationId, incidentId }: Subject,
): Promise<Comment[]> {
  // A station's own are read at the one that it is merged into (docs/decisions/080); a report stays where it is.
  const stationIs =
    pollingStationId === undefined || observerId !== undefined
      ? isSame(pollingStationId)
      : sql`in ${countedAs(scope.electionId, standsFor(scope.electionId, pollingStationId))}`
  // Those on merged incidents are read at the one that they are merged into.
  const incidentIs =
    incidentId === undefined
      ? sql`is null`
      : sql`in (
          select i.id from ${incidentsWithPlace}
           where ${isIncidentSeen(scope)} and ${incidentId}::integer in (i.id, i.merged_into))`
  const { rows } = await sql<Comment>`
    select c.id, c.text, c.written_by_name as author, c.written_at, c.written_by = ${id} as is_own,
           array(select w.account from staff w where w.id = any(c.mentions)) as mentions
      from comments c
     where c.election_id = ${scope.electionId} and c.deleted_at is null
       and c.observer_id ${isSame(observerId)} and c.polling_station_id ${stationIs}
       and c.incident_id ${incidentIs}
       and (${scope.ngoId}::integer is null or c.ngo_id = ${scope.ngoId})
     order by c.id desc limit ${mostListed}`.execute(db)
  return rows.reverse()
}

/** How many comments on a station and on its reports the caller's organisation sees. */
export async function countCommentsAt(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from comments c
     where c.election_id = ${scope.electionId} and c.deleted_at is null
       and c.polling_station_id in ${countedAs(scope.electionId, stationId)}
       and (${scope.ngoId}::integer is null or c.ngo_id = ${scope.ngoId})`.execute(db)
  return rows[0]?.count ?? 0
}

/** A comparison that an index serves. */
const isSame = (id: number | undefined) => (id === undefined ? sql`is null` : sql`= ${id}`)

export async function insertComment(
  tx: Tx,
  { scope: { electionId }, id: writtenBy, name: writtenByName }: StaffActor,
  { observerId, pollingStationId, incidentId, ngoId }: Seen,
  { text, mentions }: Pick<CommentDraft, 'text'> & { readonly mentions: readonly number[] },
  writtenAt: Date,
): Promise<Id<'comments'>> {
  const { id } = await tx
    .insertInto('comments')
    .values({
      ...{ electionId, ngoId, writtenBy, writtenByName, writtenAt, text },
      mentions: [...mentions],
      observerId: observerId ?? null,
      pollingStationId: pollingStationId ?? null,
      incidentId: incidentId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a comment that the caller wrote (`at`: when), or restores it; undefined where there is none. */
export async function setCommentDeleted(
  tx: Tx,
  { scope: { electionId }, id: writtenBy }: StaffActor,
  id: Id<'comments'>,
  at: Date | null,
): Promise<{ readonly ngoId: Id<'ngos'> } | undefined> {
  return tx
    .updateTable('comments')
    .set({ deletedAt: at })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .where('writtenBy', '=', writtenBy)
    .where('deletedAt', at ? 'is' : 'is not', null)
    .returning('ngoId')
    .executeTakeFirst()
}

/** When a rehearsal is started for real, forgets its comments. */
export async function forgetPractisedComments(tx: Tx, { electionId }: Pick<Scope, 'electionId'>) {
  await tx.deleteFrom('comments').where('electionId', '=', electionId).execute()
}
