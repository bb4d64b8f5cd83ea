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

/** The content of a placed item. */
export const Placement = z.object({
  /** When it had last been sent before it was placed. Its answers and facts get this time. */
  at: z.coerce.date(),
  /** The newest direct submission there at the time of placing; 0: none. */
  arrival: z.int(),
  /** The option that staff chose instead of an unknown one. */
  optionId: z.int().optional(),
  answer: SubmittedAnswer.optional(),
  facts: SubmittedFacts.optional(),
  /** The note it became, and whether placing created that note. */
  note: z.object({ id: z.int(), isMade: z.boolean() }).optional(),
})
export type Placement = z.output<typeof Placement>

type Kept = { readonly what: string; readonly saidAt: Date }

/** The part of an item, as lists and history name it. */
const nameOf = (part: Part): string => ('fact' in part ? part.fact : 'answer')

/** An item as a submission, if it were placed now. */
export const submissionOf = (
  { id, saidAt }: { readonly id: number; readonly saidAt: Date },
  { answer, facts }: Pick<Placement, 'answer' | 'facts'>,
): Submission => ({
  ...{ arrival: null, unplacedId: id, at: saidAt, saidAt, facts },
  answers: answer ? [answer] : [],
})

/** The newest direct submission; 0: none. */
export const newestOf = (submissions: readonly Submission[]): number =>
  Math.max(
    0,
    ...submissions.map(({ unplacedId, arrival }) => (unplacedId === 0 ? (arrival ?? 0) : 0)),
  )

/** The parts of a submission for which another one is found, with its time. */
const foundFor = (submission: Submission, find: (part: Part) => Submission | undefined): Kept[] =>
  partsOf(submission).flatMap((part) => {
    const found = find(part)
    return found ? [{ what: nameOf(part), saidAt: found.saidAt }] : []
  })

/** The superseded parts of a submission, and whether any part is still used. */
export function outcomeOf(submissions: readonly Submission[], submission: Submission) {
  const superseded = foundFor(submission, (part) => laterThan(submissions, submission, part))
  const { length } = partsOf(submission)
  return { isTaken: length === 0 || superseded.length < length, superseded }
}

/** The parts of a placed item that stay without it, because its observer has reported them there since. */
export const keptWithout = (submissions: readonly Submission[], item: Submission): Kept[] =>
  foundFor(
    item,
    (part) => laterThan(submissions, item, part) ?? submittedSince(submissions, item, part),
  )
