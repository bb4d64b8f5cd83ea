import { withAnswer } from '#features/answers/corrections-domain.ts'
import type { DatedChoice } from '#features/answers/domain.ts'
import {
  type Facts,
  inOrder,
  isSame,
  nothingSaid,
  type Submission,
} from '#features/visits/domain.ts'

/** The content of a visit, as computed from its submissions. */
export type VisitContent = {
  readonly answers: readonly DatedChoice[]
  readonly facts: Facts
  /** When station info was last submitted; null: never. */
  readonly factsAt: Date | null
  /** When a submission last changed anything; null: never. */
  readonly changedAt: Date | null
}

const empty: VisitContent = { answers: [], facts: nothingSaid, factsAt: null, changedAt: null }

/**
 * A visit's answers and station info: the last submission of each question and fact. A pure function of the
 * submissions: the order of arrival, placing and undoing does not matter.
 */
export const foldVisit = (submissions: readonly Submission[]): VisitContent =>
  inOrder(submissions.map(usedOf)).reduce(withSubmission, empty)

/** A submission without its superseded parts. */
function usedOf(submission: Submission): Submission {
  const { answers, facts, superseded = [] } = submission
  if (superseded.length === 0) return submission
  const used = Object.entries(facts ?? {}).filter(([name]) => !superseded.includes(name))
  return {
    ...submission,
    answers: superseded.includes('answer') ? [] : answers,
    facts: used.length > 0 ? (Object.fromEntries(used) as Partial<Facts>) : undefined,
  }
}

/** The visit after one more submission. */
export function withSubmission(
  visit: VisitContent,
  { at, isChange = false, answers, facts }: Submission,
): VisitContent {
  const answered = answers.reduce(
    (choices, answer) => withAnswer(choices, answer, at),
    visit.answers,
  )
  const known = facts ? { ...visit.facts, ...facts } : visit.facts
  const isInformed = facts !== undefined && (visit.factsAt === null || !isSame(known, visit.facts))
  const isChanged = isChange || isInformed || answered !== visit.answers
  return {
    answers: answered,
    facts: known,
    factsAt: isInformed ? later(visit.factsAt, at) : visit.factsAt,
    changedAt: isChanged ? later(visit.changedAt, at) : visit.changedAt,
  }
}

export const later = (one: Date | null, other: Date): Date => (one && one > other ? one : other)
