import * as z from 'zod'
import {
  laterThan,
  type Part,
  partsOf,
  type Submission,
  SubmittedAnswer,
  SubmittedFacts,
  submittedSince,
} from '#features/visits/domain.ts'

/** What an item says where it was placed. */
export const Placement = z.object({
  /** When it had last been sent, as it was placed: its answers and facts carry this moment. */
  at: z.coerce.date(),
  /** The newest direct submission that had arrived there; 0: there was none. */
  arrival: z.int(),
  /** The option that staff chose in place of an unknown one. */
  optionId: z.int().optional(),
  answer: SubmittedAnswer.optional(),
  facts: SubmittedFacts.optional(),
  /** The note it became, and whether that is new. */
  note: z.object({ id: z.int(), isMade: z.boolean() }).optional(),
})
export type Placement = z.output<typeof Placement>

type Kept = { readonly what: string; readonly saidAt: Date }

/** The part of an item, as lists and history name it. */
const nameOf = (part: Part): string => ('fact' in part ? part.fact : 'answer')

/** An item as a submission, as it would be placed now. */
export const submissionOf = (
  { id, saidAt }: { readonly id: number; readonly saidAt: Date },
  { answer, facts }: Pick<Placement, 'answer' | 'facts'>,
): Submission => ({
  ...{ arrival: null, unplacedId: id, at: saidAt, saidAt, facts },
  answers: answer ? [answer] : [],
})

/** The newest direct submission of some; 0: there is none. */
export const newestOf = (submissions: readonly Submission[]): number =>
  Math.max(
    0,
    ...submissions.map(({ unplacedId, arrival }) => (unplacedId === 0 ? (arrival ?? 0) : 0)),
  )

/** The parts of a submission for which another one is found, and when that was said. */
const foundFor = (submission: Submission, find: (part: Part) => Submission | undefined): Kept[] =>
  partsOf(submission).flatMap((part) => {
    const found = find(part)
    return found ? [{ what: nameOf(part), saidAt: found.saidAt }] : []
  })

/** What of a submission was said again since, and whether anything is left of it. */
export function outcomeOf(submissions: readonly Submission[], submission: Submission) {
  const superseded = foundFor(submission, (part) => laterThan(submissions, submission, part))
  const { length } = partsOf(submission)
  return { isTaken: length === 0 || superseded.length < length, superseded }
}

/** What of a placed item is there also without it: its observer has said it there since. */
export const keptWithout = (submissions: readonly Submission[], item: Submission): Kept[] =>
  foundFor(
    item,
    (part) => laterThan(submissions, item, part) ?? submittedSince(submissions, item, part),
  )
