import * as z from 'zod'
import { type SubmittedAnswer, SubmittedChoice } from '#features/visits/domain.ts'
import {
  type Choice,
  type ChoiceDifference,
  compare,
  type DatedChoice,
  type ResolvedAnswer,
  replacing,
} from './domain.ts'

/** Whether an answer changes nothing: its observer has given it already. */
export function isRepeated(stored: readonly Choice[], sent: SubmittedAnswer): boolean {
  const { gone, added, reworded } = compare(stored, [{ stationId: 0, ...sent }])
  return gone.length + added.length + reworded.length === 0
}

/** The choices after one question is answered; the same array if nothing changes. */
export function withAnswer(
  choices: readonly DatedChoice[],
  sent: SubmittedAnswer,
  at: Date,
): readonly DatedChoice[] {
  const { questionId } = sent
  const was = choices.filter((choice) => choice.questionId === questionId)
  const { gone, added, reworded } = compare(was, [{ stationId: 0, ...sent }])
  if (gone.length + added.length + reworded.length === 0) return choices
  const replaced = new Set([...gone, ...reworded].map(({ optionId }) => optionId))
  return [
    ...choices.filter((one) => one.questionId !== questionId || !replaced.has(one.optionId)),
    ...[...reworded, ...added].map((one) => ({ ...one, receivedAt: at })),
  ]
}

/** Choices as a correction keeps them. */
export const KeptChoices = z.array(
  SubmittedChoice.omit({ alikeIn: true }).extend({ receivedAt: z.coerce.date() }),
)

/** An answer that staff corrected: the observer's own, and the one that counts. */
export type Corrected = {
  readonly questionId: number
  readonly own: readonly DatedChoice[]
  readonly corrected: readonly DatedChoice[]
}

/** What a report makes of a visit where staff may have corrected answers. */
export type CorrectedDifference<Correction extends Corrected> = ChoiceDifference & {
  /** The corrections that end: their observer has answered differently. */
  readonly ended: readonly Correction[]
  /** Answers of the report that only repeat what was corrected; they change nothing. */
  readonly repeated: readonly ResolvedAnswer[]
}

/**
 * Compares a report with a visit. What its observer says is compared with their own answer, never with the correction: a
 * phone sends the same again for hours. A different answer replaces the correction.
 */
export function compareCorrected<Correction extends Corrected>(
  stored: readonly Choice[],
  sent: readonly ResolvedAnswer[],
  corrections: readonly Correction[],
  now: Date,
): CorrectedDifference<Correction> {
  if (corrections.length === 0) return { ...compare(stored, sent), ended: [], repeated: [] }
  const correctionOf = ({ questionId }: { readonly questionId: number }) =>
    corrections.find((one) => one.questionId === questionId)
  const repeated = sent.filter((one) => {
    const correction = correctionOf(one)
    return correction !== undefined && isRepeated(correction.own, one)
  })
  const different = sent.filter((one) => correctionOf(one) && !repeated.includes(one))
  const ended = different.flatMap((one) => correctionOf(one) ?? [])
  const isUntouched = (one: { readonly questionId: number }) => !correctionOf(one)
  const plain = compare(stored.filter(isUntouched), sent.filter(isUntouched))
  const replaced = different.map((one) => {
    const counted = stored.filter(({ questionId }) => questionId === one.questionId)
    return replacing(counted, withAnswer(correctionOf(one)?.own ?? [], one, now))
  })
  const all = [plain, ...replaced]
  return {
    gone: all.flatMap(({ gone }) => gone),
    added: all.flatMap(({ added }) => added),
    reworded: all.flatMap(({ reworded }) => reworded),
    tallies: all.flatMap(({ tallies }) => tallies),
    ended,
    repeated,
  }
}

/**
 * The answers that count, given the observer's own and all corrections of a visit. A correction counts as long as the
 * answer that it corrects is the observer's last, since the same moment.
 */
export function withCorrections<Correction extends Corrected>(
  own: readonly DatedChoice[],
  corrections: readonly Correction[],
): { readonly answers: readonly DatedChoice[]; readonly counting: readonly Correction[] } {
  const counting = corrections.filter((one) =>
    isSameAnswer(
      one.own,
      own.filter(({ questionId }) => questionId === one.questionId),
    ),
  )
  const ids = new Set(counting.map(({ questionId }) => questionId))
  const others = own.filter(({ questionId }) => !ids.has(questionId))
  return { answers: [...others, ...counting.flatMap(({ corrected }) => corrected)], counting }
}

/** Whether choices are the same, since the same moments. */
const isSameAnswer = (one: readonly DatedChoice[], other: readonly DatedChoice[]): boolean =>
  wordsOf(one) === wordsOf(other)

const wordsOf = (choices: readonly DatedChoice[]) =>
  choices
    .map((one) =>
      JSON.stringify([one.optionId, one.formVersion, one.text, one.isFlagged, one.receivedAt]),
    )
    .sort()
    .join()

/** Whether choices name the same options with the same texts. */
export const isSameChoice = (
  one: readonly Pick<Choice, 'optionId' | 'text'>[],
  other: readonly Pick<Choice, 'optionId' | 'text'>[],
): boolean => {
  const [ours, theirs] = [one, other].map((choices) =>
    choices
      .map(({ optionId, text }) => JSON.stringify([optionId, text]))
      .sort()
      .join(),
  )
  return ours === theirs
}

/** When an answer was given; undefined: never. */
export const answeredAt = (choices: readonly DatedChoice[]): Date | undefined =>
  choices
    .map(({ receivedAt }) => receivedAt)
    .sort((one, other) => other.getTime() - one.getTime())[0]

/** The newest form version among choices; undefined: there are none. */
export const versionIn = (choices: readonly DatedChoice[]): number | undefined =>
  choices.length > 0 ? Math.max(...choices.map(({ formVersion }) => formVersion)) : undefined

/** A choice as history records it, with its moment. */
export const datedSnapshot = ({
  questionId,
  optionId,
  formVersion,
  text,
  isFlagged,
  receivedAt,
}: DatedChoice) => ({ questionId, optionId, formVersion, text, isFlagged, receivedAt })
