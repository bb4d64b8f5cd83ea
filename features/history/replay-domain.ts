import type { RecordedInfo } from '#features/visits/domain.ts'

/*
 * Replays observers' reports from history, line after line, and compares the result with what is stored. No
 * row is trusted, and findings repeat nothing that anybody wrote.
 */

/** A line of history about a visit. */
export type VisitLine = {
  readonly id: number
  readonly visitId: number
  readonly at: Date
  readonly observerId: number | null
  readonly act: string
  readonly before: unknown
  readonly after: unknown
}

/** A choice as history records it; the first of a visit names the station. */
type RecordedChoice = {
  readonly questionId: number
  readonly optionId: number
  readonly formVersion: number
  readonly text: string | null
  readonly isFlagged: boolean
  readonly pollingStationId?: number
}

/** An answer, as stored or as replayed. */
export type ReplayedAnswer = Omit<RecordedChoice, 'pollingStationId'> & {
  readonly receivedAt: Date
}

/**
 * A visit before or after a placing was undone, as far as it differs; no after: the visit existed only
 * because of what was placed.
 */
type RecordedUndo = Partial<RecordedInfo> & {
  /** Restored choices say when they were made. */
  readonly answers?: readonly (RecordedChoice & { readonly receivedAt?: string })[]
  readonly factsAt?: string | null
  readonly lastModified: string
}

export type ReplayedVisit = {
  readonly id: number
  readonly observerId: number
  readonly pollingStationId: number
  readonly arrivedAt: Date | null
  readonly leftAt: Date | null
  readonly isUrbanArea: boolean | null
  readonly isPresidentFemale: boolean | null
  readonly facts: unknown
  readonly factsAt: Date | null
  readonly lastModified: Date
}

/** Everything stored for a visit: its row and what belongs to it. */
export type VisitStored = {
  readonly row: ReplayedVisit | undefined
  readonly answers: readonly ReplayedAnswer[]
  /** When its newest note arrived; null without one. */
  readonly notedAt: Date | null
}

/** The result of replaying lines of history. */
type Replayed = {
  readonly answers: Map<string, ReplayedAnswer>
  info: RecordedInfo | undefined
  factsAt: number
  observerId: number | null
  pollingStationId: number | undefined
  changedAt: number
  /** It existed only because of items whose placing was undone. */
  isGone: boolean
  readonly faults: string[]
}

/** Staff placed an item or undid that: the line has the visit before and after. The last act is of earlier versions. */
const foldedActs = ['visits.placed', 'visits.unplaced', 'visits.placing-undone']

/** The acts that visits are replayed from. */
export const replayedActs = ['answers.received', 'visits.reported', ...foldedActs]

const keyOf = ({ questionId, optionId }: Pick<ReplayedAnswer, 'questionId' | 'optionId'>) =>
  `question ${questionId}, option ${optionId}`

/** Every way in which a visit, its answers and its station info differ from history, in words. */
export function visitFaults(lines: readonly VisitLine[], stored: VisitStored): string[] {
  const { row } = stored
  const replayed = replay(lines)
  if (replayed.isGone)
    return row || stored.answers.length > 0
      ? ['history says that the report is gone']
      : replayed.faults
  if (!row) return lines.length + stored.answers.length > 0 ? ['the report is missing'] : []
  if (lines.length === 0 && stored.notedAt === null)
    return ['no line of history tells of this report']
  return [
    ...replayed.faults,
    ...answerFaults(replayed.answers, stored.answers),
    ...rowFaults(replayed, row, stored),
  ]
}

function replay(lines: readonly VisitLine[]): Replayed {
  const state: Replayed = {
    answers: new Map(),
    info: undefined,
    factsAt: 0,
    observerId: null,
    pollingStationId: undefined,
    changedAt: 0,
    isGone: false,
    faults: [],
  }
  for (const line of lines) {
    state.observerId ??= line.observerId
    if (foldedActs.includes(line.act)) {
      replayUndone(state, line)
      continue
    }
    state.changedAt = Math.max(state.changedAt, line.at.getTime())
    if (line.act === 'answers.received') replayAnswers(state, line)
    else replayInfo(state, line)
  }
  return state
}

function replayAnswers(state: Replayed, { id, at, before, after }: VisitLine): void {
  const was = (before ?? []) as readonly RecordedChoice[]
  const now = (after ?? []) as readonly RecordedChoice[]
  state.pollingStationId ??= now[0]?.pollingStationId
  const stood = takeStanding(state, id, was, now)
  const known = new Map(stood.map((one) => [keyOf(one), one]))
  for (const { questionId, optionId, formVersion, text, isFlagged } of now) {
    const choice = { questionId, optionId, formVersion, text, isFlagged }
    const old = known.get(keyOf(choice))
    // An existing choice in the same words keeps its moment.
    const receivedAt = old && wordsOf(old) === wordsOf(choice) ? old.receivedAt : at
    state.answers.set(keyOf(choice), { ...choice, receivedAt })
  }
}

/** The current choices of the questions that change, as far as history records them, which are replaced. */
function takeStanding(
  state: Replayed,
  id: number,
  was: readonly RecordedChoice[],
  is: readonly RecordedChoice[],
): ReplayedAnswer[] {
  const asked = new Set([...was, ...is].map(({ questionId }) => questionId))
  const stood = [...state.answers.values()].filter(({ questionId }) => asked.has(questionId))
  if (!isSameSet(stood.map(wordsOf), was.map(wordsOf)))
    state.faults.push(`before line ${id} something else stood there than history says`)
  for (const one of stood) state.answers.delete(keyOf(one))
  return stood
}

/** Staff placed an item or undid that: the line has the values before and after. */
function replayUndone(state: Replayed, { id, before, after }: VisitLine): void {
  const [was, is] = [before, after] as [RecordedUndo, RecordedUndo | null]
  if (was.answers) replayPutBack(state, id, was.answers, is?.answers ?? [])
  if (was.facts !== undefined) {
    const info = { ...nothing, ...is }
    replayInfoOf(state, id, was as RecordedInfo, info)
    state.factsAt = is?.factsAt ? Date.parse(is.factsAt) : 0
  }
  state.isGone = is === null
  state.pollingStationId ??= is?.pollingStationId
  if (is) state.changedAt = Date.parse(is.lastModified)
}

function replayPutBack(
  state: Replayed,
  id: number,
  was: readonly RecordedChoice[],
  is: NonNullable<RecordedUndo['answers']>,
): void {
  takeStanding(state, id, was, is)
  for (const { receivedAt, ...choice } of is)
    state.answers.set(keyOf(choice), { ...choice, receivedAt: new Date(receivedAt ?? 0) })
}

const wordsOf = ({ questionId, optionId, formVersion, text, isFlagged }: RecordedChoice): string =>
  JSON.stringify([questionId, optionId, formVersion, text, isFlagged])

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item) => other.includes(item))

const nothing: RecordedInfo = {
  arrivedAt: null,
  leftAt: null,
  isUrbanArea: null,
  isPresidentFemale: null,
  facts: {},
}

function replayInfo(state: Replayed, { id, at, before, after }: VisitLine): void {
  const info = after as RecordedInfo
  state.pollingStationId ??= info.pollingStationId
  replayInfoOf(state, id, before as RecordedInfo, info)
  state.factsAt = Math.max(state.factsAt, at.getTime())
}

function replayInfoOf(state: Replayed, id: number, before: RecordedInfo, info: RecordedInfo): void {
  if (infoWords(before) !== infoWords(state.info ?? nothing))
    state.faults.push(`before line ${id} something else stood there than history says`)
  state.info = info
}

const infoWords = (info: RecordedInfo | null) => {
  const { arrivedAt, leftAt, isUrbanArea, isPresidentFemale, facts } = info ?? nothing
  return JSON.stringify([arrivedAt, leftAt, isUrbanArea, isPresidentFemale, facts ?? {}])
}

function answerFaults(said: Replayed['answers'], rows: readonly ReplayedAnswer[]): string[] {
  const stored = new Map(rows.map((row) => [keyOf(row), row]))
  const faults: string[] = []
  for (const [key, row] of stored) {
    const should = said.get(key)
    if (!should) faults.push(`answer to ${key}: nobody said so`)
    else {
      const unlike = namesOf(answerNames).filter((name) => !isSame(row[name], should[name]))
      const what = unlike.map((name) => answerNames[name]).join(', ')
      if (what) faults.push(`answer to ${key}: ${what} differs`)
    }
  }
  for (const key of said.keys())
    if (!stored.has(key)) faults.push(`answer to ${key}: it is missing`)
  return faults
}

const answerNames = {
  formVersion: 'the version of its form',
  text: 'text',
  isFlagged: 'flag',
  receivedAt: 'when it came',
} as const

const namesOf = <Names extends object>(names: Names) => Object.keys(names) as (keyof Names)[]

const isSame = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

function rowFaults(said: Replayed, row: ReplayedVisit, stored: VisitStored): string[] {
  const { info, observerId, pollingStationId } = said
  const stores = infoWords({
    arrivedAt: row.arrivedAt?.toISOString() ?? null,
    leftAt: row.leftAt?.toISOString() ?? null,
    isUrbanArea: row.isUrbanArea,
    isPresidentFemale: row.isPresidentFemale,
    facts: row.facts,
  })
  const changedAt = Math.max(said.changedAt, stored.notedAt?.getTime() ?? 0)
  const differs = {
    'whose it is': observerId !== null && observerId !== row.observerId,
    'its polling station':
      pollingStationId !== undefined && pollingStationId !== row.pollingStationId,
    'station info': stores !== infoWords(info ?? nothing),
    'when station info was sent': said.factsAt !== (row.factsAt?.getTime() ?? 0),
    'when it was last changed': row.lastModified.getTime() !== changedAt,
  }
  return Object.entries(differs).flatMap(([what, isSo]) => (isSo ? [`${what} differs`] : []))
}
