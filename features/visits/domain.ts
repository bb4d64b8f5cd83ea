import * as z from 'zod'
import { readMoment } from '#kit/contract/value/instant.ts'
import { StationFacts, type StationInfo, type StationInfoDraft } from './contract.ts'

/** The facts of a station, by their names on the wire. */
export type Facts = Omit<StationInfo, 'lastModified'>
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
 * The facts in a report: one that it leaves out is not changed; one that is empty is cleared. So the time of
 * leaving, which one generation of phones never mentions when it sends the rest, stays.
 */
export function factsIn(draft: Partial<StationInfoDraft>, timezone: string): Partial<Facts> {
  const at = (said: string | null) => (said ? readMoment(said, timezone) : null)
  const { observerArrivalTime: arrival, observerLeaveTime: leaving, urbanArea } = draft
  const { isPollingStationPresidentFemale } = draft
  const said = {
    ...(arrival !== undefined && { observerArrivalTime: at(arrival) }),
    ...(leaving !== undefined && { observerLeaveTime: at(leaving) }),
    ...(urbanArea !== undefined && { urbanArea }),
    ...(isPollingStationPresidentFemale !== undefined && { isPollingStationPresidentFemale }),
    ...StationFacts.parse(draft),
  }
  // Values the schema calls possibly undefined are absent here.
  return said as Partial<Facts>
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Which facts a report mentions, as it was sent. */
export const factsNamed = (sent: unknown): FactName[] =>
  factNames.filter((name) => typeof sent === 'object' && sent !== null && name in sent)

/** The subject names in anything a phone sends. */
type NamedSubject = {
  readonly countyCode?: string
  readonly municipalityCode?: string | null
  readonly pollingStationNumber?: number
  readonly questionId?: number
}

/**
 * The subject of an unplaced item: the station as it is named, and the question. A note replaces nothing, so
 * it is its own subject. (A migration computed the same for earlier rows.)
 */
export function subjectOf(kind: string, sent: unknown, digest: string): string {
  const { countyCode, municipalityCode, pollingStationNumber, questionId } = sent as NamedSubject
  const place = [countyCode ?? '', municipalityCode ?? '', String(pollingStationNumber)]
  const rest = kind === 'answer' ? [String(questionId)] : kind === 'note' ? [digest] : []
  return [kind, ...place, ...rest].join('\u001f')
}

/** The sequence without items that repeat the one before. */
export const withoutRepetition = <S extends { readonly digest: string }>(said: readonly S[]): S[] =>
  said.filter(({ digest }, place) => digest !== said[place - 1]?.digest)

/**
 * How many items of one call repeat the last kept ones: as many as the kept ones end with. Unless something
 * else was said since: then they are new.
 * @param kept what was kept of the same subject, newest last.
 */
export function repeatedOf(
  kept: readonly { readonly digest: string; readonly isFollowed: boolean }[],
  said: readonly { readonly digest: string }[],
): number {
  if (kept.at(-1)?.isFollowed !== false) return 0
  for (let length = Math.min(kept.length, said.length); length > 0; length--) {
    const ending = kept.slice(-length)
    if (ending.every(({ digest }, place) => digest === said[place]?.digest)) return length
  }
  return 0
}

/*
 * What one observer said of one station, as a list of submissions. Everything a visit holds follows from this list:
 * the direct submissions, and the unmatched items that staff placed there.
 */

/** A chosen option, and the form versions in which it reads the same. */
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

/** An answer to one question; without choices it clears the question. */
export const SubmittedAnswer = z.object({
  questionId: z.int(),
  choices: z.array(SubmittedChoice).readonly(),
})
export type SubmittedAnswer = z.output<typeof SubmittedAnswer>

/** The facts of one submission. Moments are texts in JSON, and no other fact is a text. */
export const SubmittedFacts = z
  .record(
    z.string(),
    z.union([z.null(), z.boolean(), z.number(), z.string().transform((text) => new Date(text))]),
  )
  .transform((facts) => facts as Partial<Facts>)

/** One submission about one station. */
export type Submission = {
  /**
   * A direct submission: its number in the order of arrival. A placed item: the newest direct submission that had
   * arrived when it was placed; null: it is not placed yet.
   */
  readonly arrival: number | null
  /** The unmatched item; 0: sent to the station itself. */
  readonly unplacedId: number
  /** The moment that its answers and facts carry. */
  readonly at: Date
  /** When it was last sent: a retry moves a placed item. */
  readonly saidAt: Date
  /** The parts of a placed item that were said again since: they are not used. By their names in lists. */
  readonly superseded?: readonly string[]
  /** It changed the visit when it arrived: that stays when the visit last changed, whatever is undone. */
  readonly isChange?: boolean
  readonly answers: readonly SubmittedAnswer[]
  /** Undefined: no station information. */
  readonly facts?: Partial<Facts> | undefined
}

/** A question, or a fact, that submissions say something of. */
export type Part = { readonly questionId: number } | { readonly fact: FactName }

const says = ({ answers, facts }: Submission, part: Part): boolean =>
  'fact' in part
    ? facts !== undefined && part.fact in facts
    : answers.some(({ questionId }) => questionId === part.questionId)

/** The questions and facts that a submission says something of. */
export const partsOf = ({ answers, facts = {} }: Submission): Part[] => [
  ...answers.map(({ questionId }) => ({ questionId })),
  ...(Object.keys(facts) as FactName[]).map((fact) => ({ fact })),
]

const isBefore = (one: Submission, item: Submission): boolean => {
  const [at, itemAt] = [one.saidAt.getTime(), item.saidAt.getTime()]
  if (one.unplacedId !== 0)
    return at < itemAt || (at === itemAt && one.unplacedId < item.unplacedId)
  // A direct submission that arrived after the placing follows it, whatever the clock of its server said.
  const isSentAgain = itemAt > item.at.getTime()
  return at <= itemAt && (isSentAgain || !arrivedAfter(one, item))
}

/** Whether a direct submission arrived after an item was placed. */
const arrivedAfter = (one: Submission, { arrival }: Submission): boolean =>
  one.unplacedId === 0 && arrival !== null && (one.arrival ?? 0) > arrival

/** The last direct submission about a part that arrived after an item was placed; undefined: there is none. */
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
 * Submissions in the order in which they count. Direct ones count in order of arrival, because two servers' clocks
 * may differ; a placed item counts by the moment at which it was last sent.
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

/** The last submission about a part; undefined: there is none. */
export const lastAbout = (submissions: readonly Submission[], part: Part): Submission | undefined =>
  inOrder(submissions).findLast((one) => says(one, part))

/** The last submission about a part, if it counts after the given one, which is in the list or would come into it. */
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
/** Station information as history records it. */
export type RecordedInfo = {
  readonly arrivedAt: string | null
  readonly leftAt: string | null
  readonly isUrbanArea: boolean | null
  readonly isPresidentFemale: boolean | null
  readonly facts: unknown
  readonly pollingStationId?: number
}

/** A line of history about a visit: before and after a direct submission. */
export type SubmissionLine = {
  readonly id: number
  readonly at: Date
  readonly before: object | null
  readonly after: object | null
}

/** The acts of direct submissions; the last is in databases of earlier versions only. */
export const submissionActs = ['answers.received', 'visits.reported', 'visits.placing-undone']

const choicesIn = (side: unknown): readonly RecordedChoice[] =>
  Array.isArray(side) ? side : ((side as { answers?: RecordedChoice[] } | null)?.answers ?? [])

/** The questions that a line of history names, once each. */
export const questionsIn = ({ before, after }: SubmissionLine): number[] => [
  ...new Set([before, after].flatMap(choicesIn).map(({ questionId }) => questionId)),
]

/**
 * The direct submission that a line of history records: the questions on either side, with the choices after it; the
 * facts that changed.
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
