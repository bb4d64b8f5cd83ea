import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { stationName } from '#features/places/server/queries.ts'
import { isCounted } from '#features/visits/server/counted-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import type { ReportKey } from '../incident-contract.ts'
import type { Suggestion } from '../suggestion-contract.ts'
import { type Cluster, clustersOf, type Dismissal, type Flag } from '../suggestion-domain.ts'
import { incidentsWithPlace, isIncidentSeen, isVisitSeen } from './queries.ts'

/** The newest flagged reports that are looked at, and for how long. */
const mostReports = 1000
const dayMs = 86_400_000

const mostListed = 10

type ReportFlag = Flag & ReportKey

/** The flagged answers that the caller sees, in reports that count. */
async function listFlags(db: Db | Tx, scope: Scope, since: Date): Promise<ReportFlag[]> {
  const { rows } = await sql<ReportFlag>`
    with flagged as materialized (
      select v.id, v.observer_id, v.polling_station_id, v.county_id from visits v
       where ${isVisitSeen(scope)} and v.flagged > 0 and v.last_modified >= ${since}
         and ${isCounted(scope.electionId)}
       order by v.last_modified desc, v.id desc limit ${mostReports})
    select v.id as visit_id, v.observer_id, v.polling_station_id, s.counted_as as station_id, v.county_id,
           n.question_id, n.received_at as at,
           exists (select from incident_reports r
                     join (${incidentsWithPlace}) on i.election_id = r.election_id and i.id = r.incident_id
                    where r.election_id = ${scope.electionId} and r.visit_id = v.id
                      and ${isIncidentSeen(scope)}) as is_linked
      from flagged v
     cross join lateral (
       select question_id, received_at from answers
        where election_id = ${scope.electionId} and visit_id = v.id and is_flagged
          and received_at >= ${since} offset 0) n
     cross join lateral (
       select counted_as from polling_stations
        where election_id = ${scope.electionId} and id = v.polling_station_id offset 0) s`.execute(
    db,
  )
  return rows
}

const listDismissals = (db: Db | Tx, { scope: { electionId }, ngoId }: StaffActor) =>
  db
    .selectFrom('dismissedSuggestions')
    .select(['placeId', 'questionId', 'untilAt'])
    .where('electionId', '=', electionId)
    .where('ngoId', '=', ngoId)
    .execute()

/** The newest suggestions for the caller. */
export async function listClusters(
  db: Db | Tx,
  who: StaffActor,
  now: Date,
): Promise<Cluster<ReportFlag>[]> {
  const flags = await listFlags(db, who.scope, new Date(now.getTime() - dayMs))
  const dismissed: readonly Dismissal[] = await listDismissals(db, who)
  return clustersOf(flags, dismissed).slice(0, mostListed)
}

/** Adds names to what belongs together. */
export async function toSuggestions(
  db: Db,
  { electionId }: Scope,
  clusters: readonly Cluster<ReportFlag>[],
): Promise<Suggestion[]> {
  const places = clusters.map(({ placeId }) => placeId)
  const questions = clusters.map(({ questionId, flags: [first] }) => questionId ?? first.questionId)
  const areStations = clusters.map(({ questionId }) => questionId === null)
  const { rows } = await sql<Pick<Suggestion, 'place' | 'question'>>`
    select q.text as question,
           coalesce(case when k.is_station then (
             select ${stationName} from polling_stations s
               join areas a on a.election_id = s.election_id and a.id = s.area_id
               join areas c on c.election_id = s.election_id and c.id = s.county_id
              where s.election_id = ${electionId} and s.id = k.place_id)
           else (select name from areas where election_id = ${electionId} and id = k.place_id) end, '') as place
      from unnest(${places}::integer[], ${questions}::integer[], ${areStations}::boolean[])
           with ordinality as k(place_id, question_id, is_station, nth)
      join questions q on q.election_id = ${electionId} and q.id = k.question_id
     order by k.nth`.execute(db)
  return clusters.map(({ placeId, questionId, flags }, nth) => ({
    ...{ place: rows[nth]?.place ?? '', question: rows[nth]?.question ?? '' },
    pollingStationId: questionId === null ? (placeId as Id<'pollingStations'>) : null,
    countyId: questionId === null ? null : (placeId as Id<'areas'>),
    questionId: questionId as Id<'questions'> | null,
    reports: reportsOf(flags),
    ...{ from: flags[0].at, until: (flags.at(-1) ?? flags[0]).at },
  }))
}

const reportsOf = (flags: readonly ReportFlag[]): ReportKey[] => [
  ...new Map(
    flags.map(({ visitId, observerId, pollingStationId }) => [
      visitId,
      { observerId, pollingStationId },
    ]),
  ).values(),
]

export async function insertDismissal(
  tx: Tx,
  { scope: { electionId }, ngoId, id: dismissedBy }: StaffActor,
  { placeId, questionId, untilAt }: Dismissal,
): Promise<Id<'dismissedSuggestions'>> {
  const { id } = await tx
    .insertInto('dismissedSuggestions')
    .values({ electionId, ngoId, placeId, questionId, untilAt, dismissedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a dismissal by the caller; undefined where there is none. */
export const deleteDismissal = (
  tx: Tx,
  { scope: { electionId }, id: dismissedBy }: StaffActor,
  id: Id<'dismissedSuggestions'>,
): Promise<Dismissal | undefined> =>
  tx
    .deleteFrom('dismissedSuggestions')
    .where('electionId', '=', electionId)
    .where('dismissedBy', '=', dismissedBy)
    .where('id', '=', id)
    .returning(['placeId', 'questionId', 'untilAt'])
    .executeTakeFirst()
