import { type RawBuilder, sql } from 'kysely'
import { isReviewed } from '#features/answers/server/chosen-queries.ts'
import { everybody } from '#features/assignments/server/queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { areCounted, countedReports } from '#features/visits/server/counted-queries.ts'
import type { Scope } from '#kit/contract/who.ts'

/** Relations with the figures of reports: stored totals, or the same counted from the visits that a filter leaves. */
type Sources = {
  /** Reports by county and organisation. */
  readonly reports: RawBuilder<unknown>
  readonly countyFlags: RawBuilder<unknown>
  readonly stationFlags: RawBuilder<unknown>
  /** What station `s` has of visits: 0 neither assigned nor visited, 1 assigned, 2 visited. */
  readonly cover: RawBuilder<unknown>
  /** The condition that visit `v` counts. */
  readonly isCounted: RawBuilder<unknown>
}

export function sourcesOf(scope: Scope, filter: VerifiedOnly): Sources {
  const { electionId } = scope
  const isIncluded = isReviewed(scope, filter)
  const coverOf = sql`
    from station_cover k
   where k.election_id = ${electionId} and k.polling_station_id = s.id and k.ngo_id = ${scope.ngoId ?? everybody}`
  if (!isIncluded)
    return {
      reports: sql`(${countedReports(electionId)})`,
      countyFlags: sql`county_counts`,
      stationFlags: sql`station_counts`,
      cover: sql`(select 1 + k.visited ${coverOf})`,
      isCounted: areCounted(electionId),
    }
  const flagged = sql`(select v.* from visits v where ${isIncluded} and v.flagged > 0)`
  return {
    reports: sql`(
      select v.county_id, v.ngo_id, 1 as reported from visits v
       where ${isIncluded} and (v.answered > 0 or v.notes > 0))`,
    countyFlags: flagged,
    stationFlags: flagged,
    cover: sql`coalesce(
      (select 2 from visits v where ${isIncluded} and v.polling_station_id = s.id limit 1),
      (select k.covered::integer ${coverOf}))`,
    isCounted: isIncluded,
  }
}
