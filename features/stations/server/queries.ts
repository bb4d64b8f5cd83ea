import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { listCompletedAt } from '#features/answers/server/filled-queries.ts'
import { countAbout } from '#features/unplaced/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { ComparedQuestion, StationUse, StationVisit } from '../contract.ts'
import { type Comparison, compareAnswers, differs } from '../domain.ts'
import { listSettled, type StoredSettling } from './settled-queries.ts'

/** The visits `v` to a station that the caller sees. */
const visitsTo = (scope: Scope, stationId: Id<'pollingStations'>) => sql`
  from visits v
 where v.election_id = ${scope.electionId} and v.polling_station_id = ${stationId}
   and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
       ${andInCounties(scope, sql`v.county_id`)}`

/** How much hangs on a station. */
export async function countUse(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<StationUse> {
  const { rows } = await sql<Omit<StationUse, 'unplaced'>>`
    select count(*)::integer as visits, coalesce(sum(v.answered), 0)::integer as answers,
           coalesce(sum(v.notes), 0)::integer as notes ${visitsTo(scope, stationId)}`.execute(db)
  const unplaced = await countAbout(db, scope, stationId)
  return { ...(rows[0] ?? { visits: 0, answers: 0, notes: 0 }), unplaced }
}

/** Who reported from a station, in the order in which they came. */
export async function listVisits(
  db: Db | Tx,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<StationVisit[]> {
  const { rows } = await sql<StationVisit>`
    select v.observer_id, o.name as observer_name, o.phone as observer_phone_number,
           n.short_name as ngo, o.is_test, v.last_modified, v.answered, v.flagged, v.notes
      from (select v.* ${visitsTo(scope, stationId)}) v
      join observers o on o.election_id = v.election_id and o.id = v.observer_id
      join ngos n on n.id = v.ngo_id
     order by o.is_test, v.id`.execute(db)
  return rows
}

/** A question as it is compared and settled, with what whoever settles it has to have seen. */
export type Judged = {
  readonly question: ComparedQuestion
  readonly comparison: Comparison
  /** A digest of what those who are compared answered. */
  readonly answers: string
}

/** All answers at a station side by side, and what was settled among them. */
export async function judgeQuestions(
  db: Db | Tx,
  scope: Scope,
  stationId: Id<'pollingStations'>,
  visits: readonly StationVisit[],
): Promise<Judged[]> {
  const completed = await listCompletedAt(db, scope, stationId)
  const settled = await listSettled(db, scope, stationId)
  const observers = visits.map(({ observerId, isTest }) => ({
    ...{ observerId, isTest },
    completed: completed.get(observerId) ?? [],
  }))
  return compareAnswers(observers).map((one) => judge(one, settled.get(one.id)))
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

const digestOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
