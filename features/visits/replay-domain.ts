import type { RecordedLine, ReplayedRow } from '#kit/contract/history/recorded.ts'
import { directActs, isInfoAct, type RecordedInfo, type SubmittedChoice } from './domain.ts'

/** A chosen option, stored or replayed, under the words for what can differ. */
export type AnswerPart = Pick<SubmittedChoice, 'questionId' | 'optionId' | 'text'> & {
  readonly 'form version': number
  readonly flag: boolean
  readonly 'time of arrival': Date
}

type RecordedChoice = Omit<SubmittedChoice, 'formId' | 'alikeIn'> & {
  /** Recorded when staff place an item or undo that. */
  readonly receivedAt?: string
}

/** One side of a line about a visit, as far as the visit changed. */
type Side = Partial<RecordedInfo> & {
  readonly answers?: readonly RecordedChoice[]
  /** What observers had answered, where staff corrected it. */
  readonly own?: readonly RecordedChoice[]
  readonly factsAt?: string | null
  readonly lastModified?: string
}

type State = {
  readonly answers: Map<string, AnswerPart>
  readonly own: Map<string, AnswerPart>
  readonly faults: Set<string>
  info: Side
  factsAt: Date | null
  observerId: number | null
  pollingStationId: number | undefined
  changedAt: number
  isGone: boolean
}

export const partName = ({ questionId, optionId }: Pick<AnswerPart, 'questionId' | 'optionId'>) =>
  `answer to question ${questionId}, option ${optionId}`

/** The compared parts of station information. */
const infoOf = ({ arrivedAt, leftAt, isUrbanArea, isPresidentFemale, facts }: Side) => [
  ...[arrivedAt, leftAt, isUrbanArea, isPresidentFemale, facts ?? {}],
]

const isSameInfo = (one: Side, other: Side) =>
  JSON.stringify(infoOf(one)) === JSON.stringify(infoOf(other))

/**
 * A visit with its answers and station information, line after line. Each line also has the values before it: they
 * must be those of the lines before.
 * @param notedAt when the newest note of the visit arrived
 */
export function replayVisit(lines: readonly RecordedLine[], notedAt: Date | null): ReplayedRow {
  const state: State = {
    answers: new Map(),
    own: new Map(),
    faults: new Set(),
    info: {},
    factsAt: null,
    observerId: null,
    pollingStationId: undefined,
    changedAt: 0,
    isGone: false,
  }
  for (const line of lines) replayLine(state, line)
  const changedAt = Math.max(state.changedAt, notedAt?.getTime() ?? 0)
  return {
    faults: [...state.faults],
    gone: state.isGone ? 'history says that the report is gone' : undefined,
    parts: state.answers,
    values: {
      observer: state.observerId ?? undefined,
      'its polling station': state.pollingStationId,
      'answers that staff corrected': [...state.own.values()]
        .toSorted((one, other) => one.optionId - other.optionId)
        .map(ownValue),
      'station info': infoOf(state.info),
      'when station info was sent': state.factsAt,
      'when it was last changed': new Date(changedAt),
    },
  }
}

const sideOf = (side: unknown): Side =>
  Array.isArray(side)
    ? {
        answers: side,
        pollingStationId: side[0]?.pollingStationId,
        observerId: side[0]?.observerId,
      }
    : ((side ?? {}) as Side)

function replayLine(state: State, line: RecordedLine): void {
  const { at, actorRole, actorId, act, before, after } = line
  const [was, is] = [sideOf(before), sideOf(after)]
  state.observerId ??= actorRole === 'observer' ? actorId : (is.observerId ?? null)
  state.pollingStationId ??= is.pollingStationId
  replayAnswers(state, state.answers, line, [was.answers, is.answers])
  replayAnswers(state, state.own, line, [was.own, is.own])
  if (isInfoAct(act) || was.facts !== undefined) replayInfo(state, line, was, is)
  // By all other acts staff placed an item or undid that, which may delete the visit.
  state.isGone = after === null && !directActs.includes(act)
  state.changedAt = is.lastModified
    ? Date.parse(is.lastModified)
    : Math.max(state.changedAt, at.getTime())
}

function replayAnswers(
  { faults }: State,
  answers: State['answers'],
  { id, at }: RecordedLine,
  [was = [], is = []]: readonly (readonly RecordedChoice[] | undefined)[],
): void {
  const questionIds = new Set([...was, ...is].map(({ questionId }) => questionId))
  const stood = [...answers.values()].filter(({ questionId }) => questionIds.has(questionId))
  const known = new Map(stood.map((one) => [wordsOf(one), one['time of arrival']]))
  const isUnchanged =
    known.size === was.length && was.every((one) => known.has(wordsOf(answerOf(one, at))))
  if (!isUnchanged) faults.add(contradiction(id))
  for (const one of stood) answers.delete(partName(one))
  for (const one of is) {
    const now = answerOf(one, at)
    // An existing choice in the same words keeps its moment.
    const cameAt = one.receivedAt ? new Date(one.receivedAt) : (known.get(wordsOf(now)) ?? at)
    answers.set(partName(one), { ...now, 'time of arrival': cameAt })
  }
}

const answerOf = (
  { questionId, optionId, formVersion, text, isFlagged }: RecordedChoice,
  at: Date,
): AnswerPart => ({
  ...{ questionId, optionId, 'form version': formVersion, text, flag: isFlagged },
  'time of arrival': at,
})

const ownValue = ({ questionId, optionId, text, flag, ...one }: AnswerPart) => [
  ...[questionId, optionId, one['form version'], text, flag],
  one['time of arrival'].toISOString(),
]

const wordsOf = (one: AnswerPart): string =>
  JSON.stringify([one.optionId, one['form version'], one.text, one.flag, one.questionId])

function replayInfo(state: State, { id, at, act }: RecordedLine, was: Side, is: Side): void {
  if (!isSameInfo(was, state.info)) state.faults.add(contradiction(id))
  state.info = is
  const { factsAt } = state
  if (isInfoAct(act)) state.factsAt = factsAt && factsAt > at ? factsAt : at
  else state.factsAt = is.factsAt ? new Date(is.factsAt) : null
}

const contradiction = (id: number) => `before line ${id} its values were not the recorded ones`
