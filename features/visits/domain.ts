import * as z from 'zod'
import { readMoment } from '#kit/contract/value/instant.ts'
import { StationFacts, type StationInfo, type StationInfoDraft } from './contract.ts'

/** The facts of a station, by wire name. */
export type Facts = Omit<StationInfo, 'lastModified' | 'clerk'>
export type FactName = keyof Facts

export const nothingSaid: Facts = {
  observerArrivalTime: null,
  observerLeaveTime: null,
  urbanArea: null,
  isPollingStationPresidentFemale: null,
  numberOfVotersOnTheList: null,
  numberOfCommissionMembers: null,
  numberOfFemaleMembers: null,
  minPresentMembers: null,
  chairmanPresence: null,
  singlePollingStationOrCommission: null,
  adequatePollingStationSize: null,
}

const factNames = Object.keys(nothingSaid) as FactName[]

/**
 * The facts in a report. An absent fact is unchanged, an empty one cleared: one generation of phones never sends the
 * departure with the rest, and must not clear it.
 */
export function factsIn(draft: Partial<StationInfoDraft>, timezone: string): Partial<Facts> {
  const at = (text: string | null) => (text ? readMoment(text, timezone) : null)
  const { observerArrivalTime: arrival, observerLeaveTime: leaving, urbanArea } = draft
  const { isPollingStationPresidentFemale } = draft
  const facts = {
    ...(arrival !== undefined && { observerArrivalTime: at(arrival) }),
    ...(leaving !== undefined && { observerLeaveTime: at(leaving) }),
    ...(urbanArea !== undefined && { urbanArea }),
    ...(isPollingStationPresidentFemale !== undefined && { isPollingStationPresidentFemale }),
    ...StationFacts.parse(draft),
  }
  // Values the schema calls possibly undefined are absent here.
  return facts as Partial<Facts>
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The names of the facts in a raw report. */
export const factsNamed = (sent: unknown): FactName[] =>
  factNames.filter((name) => typeof sent === 'object' && sent !== null && name in sent)

/** The fields of any report that name its subject. */
type NamedSubject = {
  readonly countyCode?: string
  readonly municipalityCode?: string | null
  readonly pollingStationNumber?: number
  readonly questionId?: number
}

/**
 * The subject of an unplaced item: the station's address and the question. A note replaces nothing, so it is its own
 * subject. (A migration computed the same for earlier rows.)
 */
export function subjectOf(kind: string, sent: unknown, digest: string): string {
  const { countyCode, municipalityCode, pollingStationNumber, questionId } = sent as NamedSubject
  const place = [countyCode ?? '', municipalityCode ?? '', String(pollingStationNumber)]
  const rest = kind === 'answer' ? [String(questionId)] : kind === 'note' ? [digest] : []
  return [kind, ...place, ...rest].join('\u001f')
}

/** Removes items that equal the one before. */
export const withoutRepetition = <S extends { readonly digest: string }>(
  items: readonly S[],
): S[] => items.filter(({ digest }, place) => digest !== items[place - 1]?.digest)

/**
 * How many items of a call repeat the last kept ones. None, if a different report came since.
 * @param kept the kept items of the same subject, newest last.
 */
export function repeatedOf(
  kept: readonly { readonly digest: string; readonly isFollowed: boolean }[],
  drafts: readonly { readonly digest: string }[],
): number {
  if (kept.at(-1)?.isFollowed !== false) return 0
  for (let length = Math.min(kept.length, drafts.length); length > 0; length--) {
    const ending = kept.slice(-length)
    if (ending.every(({ digest }, place) => digest === drafts[place]?.digest)) return length
  }
  return 0
}

/*
 * A visit is computed from its submissions: the direct ones, and the unmatched reports that staff placed there.
 */

/** A chosen option, and the form versions with the same wording. */
export const SubmittedChoice = z.object({
  questionId: z.int(),
  optionId: z.int(),
  formId: z.int(),
  formVersion: z.int(),
  text: z.string().nullable(),
  isFlagged: z.boolean(),
  alikeIn: z.array(z.int()).readonly(),
})
export type SubmittedChoice = z.output<typeof SubmittedChoice>

/** An answer to one question; no choices clear it. */
export const SubmittedAnswer = z.object({
  questionId: z.int(),
  choices: z.array(SubmittedChoice).readonly(),
})
export type SubmittedAnswer = z.output<typeof SubmittedAnswer>

/** The facts of one submission. All texts in its JSON are times. */
export const SubmittedFacts = z
  .record(
    z.string(),
    z.union([z.null(), z.boolean(), z.number(), z.string().transform((text) => new Date(text))]),
  )
  .transform((facts) => facts as Partial<Facts>)

/** An observer's submission about a station. */
export type Submission = {
  /**
   * The number of a direct submission in order of arrival. For a placed item, the number of the newest direct
   * submission at the time of placing; null: not placed yet.
   */
  readonly arrival: number | null
  /** The unplaced item; 0: a direct submission. */
  readonly unplacedId: number
  /** The time of its answers and facts. */
  readonly at: Date
  /** When it was last sent: a retry moves a placed item. */
  readonly saidAt: Date
  /** Parts of a placed item that a newer report replaced, by their names in lists. */
  readonly superseded?: readonly string[]
  /** Whether it changed the visit on arrival: then it stays the visit's last change after placings are undone. */
  readonly isChange?: boolean
  readonly answers: readonly SubmittedAnswer[]
  /** Undefined: no station info. */
  readonly facts?: Partial<Facts> | undefined
}

/** A question or a fact in a submission. */
export type Part = { readonly questionId: number } | { readonly fact: FactName }

const says = ({ answers, facts }: Submission, part: Part): boolean =>
  'fact' in part
    ? facts !== undefined && part.fact in facts
    : answers.some(({ questionId }) => questionId === part.questionId)

export const partsOf = ({ answers, facts = {} }: Submission): Part[] => [
  ...answers.map(({ questionId }) => ({ questionId })),
  ...(Object.keys(facts) as FactName[]).map((fact) => ({ fact })),
]

const isBefore = (one: Submission, item: Submission): boolean => {
  const [at, itemAt] = [one.saidAt.getTime(), item.saidAt.getTime()]
  if (one.unplacedId !== 0)
    return at < itemAt || (at === itemAt && one.unplacedId < item.unplacedId)
  // A direct submission that arrived after the placing is later, even if its server's clock was slow.
  const isSentAgain = itemAt > item.at.getTime()
  return at <= itemAt && (isSentAgain || !arrivedAfter(one, item))
}

/** Whether a direct submission arrived after an item was placed. */
const arrivedAfter = (one: Submission, { arrival }: Submission): boolean =>
  one.unplacedId === 0 && arrival !== null && (one.arrival ?? 0) > arrival

/** The last direct submission of a part that arrived after an item was placed. */
export const submittedSince = (
  submissions: readonly Submission[],
  item: Submission,
  part: Part,
): Submission | undefined =>
  lastAbout(
    submissions.filter((one) => arrivedAfter(one, item)),
    part,
  )

/**
 * Sorts submissions: direct ones by arrival, because the clocks of servers may differ, and placed items by the time of
 * their last retry.
 */
export function inOrder(submissions: readonly Submission[]): Submission[] {
  const order = submissions
    .filter(({ unplacedId }) => unplacedId === 0)
    .toSorted((one, other) => (one.arrival ?? 0) - (other.arrival ?? 0))
  const items = submissions
    .filter(({ unplacedId }) => unplacedId !== 0)
    .toSorted(
      (one, other) =>
        one.saidAt.getTime() - other.saidAt.getTime() || one.unplacedId - other.unplacedId,
    )
  for (const item of items)
    order.splice(order.findLastIndex((one) => isBefore(one, item)) + 1, 0, item)
  return order
}

/** The last submission of a part. */
export const lastAbout = (submissions: readonly Submission[], part: Part): Submission | undefined =>
  inOrder(submissions).findLast((one) => says(one, part))

/** The last submission of a part, if it is later than the given one, which may be outside the list. */
export function laterThan(
  submissions: readonly Submission[],
  submission: Submission,
  part: Part,
): Submission | undefined {
  const others = submissions.filter(({ unplacedId }) => unplacedId !== submission.unplacedId)
  const order = inOrder([...others, submission])
  return order.slice(order.indexOf(submission) + 1).findLast((one) => says(one, part))
}

/** A choice as history records it. */
type RecordedChoice = Omit<SubmittedChoice, 'formId' | 'alikeIn'>
/** Station info as history records it. */
export type RecordedInfo = {
  readonly arrivedAt: string | null
  readonly leftAt: string | null
  readonly isUrbanArea: boolean | null
  readonly isPresidentFemale: boolean | null
  readonly facts: unknown
  readonly pollingStationId?: number
  /** The observer, where staff wrote it down. */
  readonly observerId?: number
}

/** A line of history for a direct submission. */
export type SubmissionLine = {
  readonly id: number
  readonly at: Date
  readonly before: object | null
  readonly after: object | null
}

const infoActs = ['visits.reported', 'visits.telephoned']
export const isInfoAct = (act: string): boolean => infoActs.includes(act)

/** The acts by which observers report: with their phone, or by telephone. */
export const directActs = ['answers.received', 'answers.telephoned', ...infoActs]

/** The acts of direct submissions; the last is in databases of earlier versions only. */
export const submissionActs = [...directActs, 'visits.placing-undone']

const choicesIn = (side: unknown): readonly RecordedChoice[] =>
  Array.isArray(side) ? side : ((side as { answers?: RecordedChoice[] } | null)?.answers ?? [])

/** The observer's own choices where staff had corrected them, before their answer changed. */
const ownIn = (side: unknown): readonly RecordedChoice[] =>
  (side as { own?: RecordedChoice[] } | null)?.own ?? []

/** The questions that a line of history names, once each. A corrected answer may only be named as the observer's own. */
export const questionsIn = ({ before, after }: SubmissionLine): number[] => [
  ...new Set(
    [...[before, after].flatMap(choicesIn), ...ownIn(before)].map(({ questionId }) => questionId),
  ),
]

/**
 * Rebuilds a direct submission from its line of history: the choices of all its questions, and the changed facts.
 * @param formOf the form of a question
 */
export function submissionOf(
  line: SubmissionLine,
  formOf: ReadonlyMap<number, number>,
): Submission {
  const { id, at, before, after } = line
  const answers = questionsIn(line).map((questionId) => ({
    questionId,
    choices: choicesIn(after)
      .filter((choice) => choice.questionId === questionId)
      .map(({ optionId, formVersion, text, isFlagged }) => ({
        ...{ questionId, optionId, formVersion, text, isFlagged },
        formId: formOf.get(questionId) ?? 0,
        alikeIn: [formVersion],
      })),
  }))
  const isInfo = !Array.isArray(after) && [before, after].some((side) => side && 'facts' in side)
  const facts = isInfo ? changedFacts(before, after) : undefined
  return { arrival: id, unplacedId: 0, at, saidAt: at, isChange: true, answers, facts }
}

function changedFacts(before: unknown, after: unknown): Partial<Facts> {
  const [was, is] = [factsOfLine(before), factsOfLine(after)]
  const changed = (Object.keys(is) as FactName[]).filter((name) => !isSame(was[name], is[name]))
  return Object.fromEntries(changed.map((name) => [name, is[name]])) as Partial<Facts>
}

function factsOfLine(side: unknown): Facts {
  const row = (side ?? {}) as Partial<RecordedInfo>
  const moment = (text: string | null | undefined) => (text ? new Date(text) : null)
  return {
    ...nothingSaid,
    ...(StationFacts.parse(row.facts ?? {}) as Partial<Facts>),
    observerArrivalTime: moment(row.arrivedAt),
    observerLeaveTime: moment(row.leftAt),
    urbanArea: row.isUrbanArea ?? null,
    isPollingStationPresidentFemale: row.isPresidentFemale ?? null,
  }
}
