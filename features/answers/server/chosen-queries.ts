import { type RawBuilder, sql } from 'kysely'
import { areCounted } from '#features/visits/server/counted-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** Whether visit `v` counts in figures: also inactive organisations are left out. */
export const isInFigures = (electionId: Id<'elections'>): RawBuilder<unknown> => sql`
  v.ngo_id = any(array(select g.id from ngos g where g.is_active))
  and ${areCounted(electionId)}`

/** The ids of the visits at which an option was chosen, read from the index on options. */
export const visitsWith = (
  electionId: Id<'elections'>,
  optionId: Id<'options'>,
): RawBuilder<unknown> => sql`
  select a.visit_id from answers a
   where a.election_id = ${electionId} and a.option_id = ${optionId}
     and a.question_id = (
       select o.question_id from options o
        where o.election_id = ${electionId} and o.id = ${optionId})`

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
  sql`exists (${visitsWith(electionId, optionId)} and a.visit_id = v.id offset 0)`
