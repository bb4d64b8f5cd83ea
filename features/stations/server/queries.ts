import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db, Tx } from '#database/open.ts'
import { listCompletedAt, reportKey } from '#features/answers/server/filled-queries.ts'
import { countAssigned } from '#features/assignments/server/list-queries.ts'
import { countCommentsAt } from '#features/comments/server/queries.ts'
import { countOpenAt } from '#features/incidents/server/queries.ts'
import { countedAs, stationName } from '#features/places/server/queries.ts'
import {
  joinReview,
  type ReviewRow,
  reviewColumns,
  withReview,
} from '#features/reviews/server/state-queries.ts'
import { countAbout } from '#features/unplaced/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { BeforeMerging, ComparedQuestion, StationUse, StationVisit } from '../contract.ts'
import { type Comparison, compareAnswers, differs } from '../domain.ts'
import { listSettled, type StoredSettling } from './settled-queries.ts'

/** The visits `v` that the caller sees, to a station or to one merged into it. */
export const visitsTo = (scope: Scope, stationId: Id<'pollingStations'>) => sql`
  from visits v
 where v.election_id = ${scope.electionId}
   and v.polling_station_id in ${countedAs(scope.electionId, stationId)}
   and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
       ${andInCounties(scope, sql`v.county_id`)}`

export async function countUse(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<StationUse> {
  const { rows } = await sql<Pick<StationUse, 'visits' | 'answers' | 'notes'>>`
    select count(*)::integer as visits, coalesce(sum(v.answered), 0)::integer as answers,
           coalesce(sum(v.notes), 0)::integer as notes ${visitsTo(scope, stationId)}`.execute(db)
  const unplaced = await countAbout(db, scope, stationId)
  const assignments = await countAssigned(db, scope, stationId)
  const counted = {
    ...{ unplaced, assignments, incidents: await countOpenAt(db, scope, stationId) },
    comments: await countCommentsAt(db, scope, stationId),
  }
  return { ...(rows[0] ?? { visits: 0, answers: 0, notes: 0 }), ...counted }
}

/** The observers who reported from both stations. */
export async function listAtBoth(
  db: Db,
  scope: Scope,
  [one, other]: readonly [Id<'pollingStations'>, Id<'pollingStations'>],
): Promise<BeforeMerging['both']> {
  const { rows } = await sql<BeforeMerging['both'][number]>`
    select o.id as observer_id, o.name as observer_name
      from observers o
     where o.election_id = ${scope.electionId}
       and o.id in (select v.observer_id ${visitsTo(scope, one)})
       and o.id in (select v.observer_id ${visitsTo(scope, other)})
     order by o.name collate names, o.id`.execute(db)
  return rows
}

/** The visits to a station, in order of arrival. */
export async function listVisits(
  db: Db | Tx,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<StationVisit[]> {
  const { rows } = await sql<Omit<StationVisit, 'review'> & ReviewRow>`${toPrepare}
    select v.observer_id, o.name as observer_name, v.polling_station_id,
           case when v.polling_station_id <> ${stationId} then ${stationName} end as named, o.phone as observer_phone_number,
           n.short_name as ngo, o.is_test, v.last_modified, v.answered, v.flagged, v.notes, ${reviewColumns}
      from (select v.election_id, v.id, v.observer_id, v.polling_station_id, v.ngo_id, v.last_modified, v.answered,
                   v.flagged, v.notes ${visitsTo(scope, stationId)}) v
      join observers o on o.election_id = v.election_id and o.id = v.observer_id
      join ngos n on n.id = v.ngo_id
      join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      join areas c on c.election_id = a.election_id and c.id = a.county_id
      ${joinReview}
     order by o.is_test, v.id`.execute(db)
  return rows.map(withReview)
}

/** A compared question with its settlement, and the digest that a settlement has to send back. */
export type Judged = {
  readonly question: ComparedQuestion
  readonly comparison: Comparison
  /** A digest of the compared answers. */
  readonly answers: string
}

/** All answers at a station side by side, with their settlements. */
export async function judgeQuestions(
  db: Db | Tx,
  scope: Scope,
  stationId: Id<'pollingStations'>,
  visits: readonly StationVisit[],
): Promise<Judged[]> {
  const completed = await listCompletedAt(db, scope, stationId)
  const settlements = await listSettled(db, scope, stationId)
  const reports = visits.map(({ observerId, pollingStationId, isTest, review }) => ({
    ...{ observerId, pollingStationId, isLeftOut: isTest || review.state === 'set-aside' },
    completed: completed.get(reportKey({ observerId, pollingStationId })) ?? [],
  }))
  return compareAnswers(reports).map((one) => judge(one, settlements.get(one.id)))
}

function judge(comparison: Comparison, stored: StoredSettling | undefined): Judged {
  const { compared, ...shown } = comparison
  const answers = digestOf(compared)
  const isSettled = stored?.answers === answers
  const open = stored ? 'reopened' : 'open'
  const state = differs(comparison) ? (isSettled ? 'settled' : open) : 'alike'
  const seen = digestOf([answers, stored?.id ?? null]).slice(0, 16)
  return { question: { ...shown, state, settled: stored ?? null, seen }, comparison, answers }
}

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
