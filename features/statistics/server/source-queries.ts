import { type RawBuilder, sql } from 'kysely'
import { isReviewed } from '#features/answers/server/chosen-queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Count } from '../domain.ts'

/** Relations with the figures: stored totals, or the same counted from the reports that a filter leaves. */
export type Sources = {
  /** Observers with an answer, by county and organisation. */
  readonly observers: RawBuilder<unknown>
  /** Flags by county, organisation and form; there may be several rows of these. */
  readonly countyFlags: RawBuilder<unknown>
  /** Flags by station, organisation and form, likewise. */
  readonly stationFlags: RawBuilder<unknown>
  /** The same rows with all answers. */
  readonly answers: RawBuilder<unknown>
  /** The condition on visits `v`; undefined: the totals are stored. */
  readonly isIncluded: RawBuilder<unknown> | undefined
}

const stored: Sources = {
  observers: sql`visit_counts`,
  countyFlags: sql`county_counts`,
  stationFlags: sql`station_counts`,
  answers: sql`station_counts`,
  isIncluded: undefined,
}

export function sourcesOf(scope: Scope, count: Count, filter: VerifiedOnly): Sources {
  const isIncluded = isReviewed(scope, filter)
  if (!isIncluded) return stored
  // Few visits have flags: only their answers are read.
  const flags = ofVisits(scope, count, sql`${isIncluded} and v.flagged > 0`)
  return {
    observers: sql`(
      select v.election_id, v.county_id, v.ngo_id, count(distinct v.observer_id) as observers
        from visits v where ${isIncluded} and v.answered > 0
       group by 1, 2, 3)`,
    countyFlags: flags,
    stationFlags: flags,
    answers: ofVisits(scope, count, sql`${isIncluded} and v.answered > 0`),
    isIncluded,
  }
}

/** Whether form `f` belongs to a count. */
export const isOfForms = ({ formsEndingIn }: Count): RawBuilder<unknown> =>
  sql`right(f.code, ${formsEndingIn.length}) = ${formsEndingIn}`

/** A row for each visit and form of a count; answers to other forms are not read. */
const ofVisits = ({ electionId }: Scope, count: Count, isIncluded: RawBuilder<unknown>) => sql`(
  select v.election_id, v.polling_station_id, s.counted_as, v.county_id, v.ngo_id, a.form_id, a.answered, a.flagged
    from visits v
    join polling_stations s on s.election_id = ${electionId} and s.id = v.polling_station_id
   cross join lateral (
     select n.form_id, count(distinct n.question_id) as answered,
            count(*) filter (where n.is_flagged) as flagged
       from answers n where n.election_id = ${electionId} and n.visit_id = v.id
        and n.form_id = any(array(
              select f.id from forms f where f.election_id = ${electionId} and ${isOfForms(count)}))
      group by 1 offset 0) a
   where ${isIncluded})`
