import { type RawBuilder, sql } from 'kysely'
import { hasFile } from '#features/notes/server/queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { isInState } from '#features/reviews/server/state-queries.ts'
import { areCounted } from '#features/visits/server/counted-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'

/** Whether visit `v` counts in figures: also inactive organisations are left out. */
export const isInFigures = (electionId: Id<'elections'>): RawBuilder<unknown> => sql`
  v.ngo_id = any(array(select g.id from ngos g where g.is_active))
  and ${areCounted(electionId)}`

/** Whether visit `v` is a report of the caller in this state of review that counts in figures; undefined: any state. */
export const isReviewed = (
  scope: Scope,
  { reviewState }: VerifiedOnly,
): RawBuilder<unknown> | undefined =>
  reviewState &&
  sql`
    v.election_id = ${scope.electionId} and ${isInState(reviewState)} and ${isInFigures(scope.electionId)}
    and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
        ${andInCounties(scope, sql`v.county_id`)}`

/** The ids of the visits at which an option was chosen, read from the index on options. */
export const visitsWith = (
  electionId: Id<'elections'>,
  optionId: Id<'options'>,
): RawBuilder<unknown> => choosingVisits(electionId, optionId, (_) => sql``)

/** The option of a question that is answered by a file is chosen by a note with one. */
function choosingVisits(
  electionId: Id<'elections'>,
  optionId: Id<'options'>,
  andAt: (visitId: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const questionId = sql`(
    select o.question_id from options o
     where o.election_id = ${electionId} and o.id = ${optionId})`
  const isFile = sql`(
    select p.kind = 'file' from published_options p
     where p.election_id = ${electionId} and p.option_id = ${optionId}
     order by p.form_version desc limit 1)`
  return sql`
    select a.visit_id from answers a
     where a.election_id = ${electionId} and a.option_id = ${optionId} ${andAt(sql`a.visit_id`)}
       and a.question_id = ${questionId} and not ${isFile}
    union all
    select n.visit_id from notes n
     where n.election_id = ${electionId} and n.question_id = ${questionId} ${andAt(sql`n.visit_id`)}
       and ${isFile} and ${hasFile}`
}

/**
 * The condition on visits `v` of a list narrowed by chosen options. The visits with the first are listed; the other option
 * is looked up visit by visit.
 */
export function choosing(
  electionId: Id<'elections'>,
  first: Id<'options'>,
  other?: Id<'options'>,
): RawBuilder<unknown> {
  const isChosen = sql`v.id = any(array(${visitsWith(electionId, first)})) and ${isInFigures(electionId)}`
  if (other === undefined) return isChosen
  return sql`${isChosen} and ${isChosenIn(electionId, other)}`
}

/** The same, looked up visit by visit, for a reader of all visits in parts: each part would list those with the option. */
export const choosingEach = (
  electionId: Id<'elections'>,
  options: readonly (Id<'options'> | undefined)[],
): RawBuilder<unknown>[] => {
  const chosen = options.filter((id) => id !== undefined)
  if (chosen.length === 0) return []
  return [...chosen.map((id) => isChosenIn(electionId, id)), isInFigures(electionId)]
}

/** Whether an option was chosen at visit `v`. */
const isChosenIn = (electionId: Id<'elections'>, optionId: Id<'options'>) =>
  sql`exists (${choosingVisits(electionId, optionId, (visitId) => sql`and ${visitId} = v.id`)} offset 0)`
