/** What programs can hear of. */
export const hookKinds = [
  'report.received',
  'report.changed',
  'answer.flagged',
  'incident.opened',
  'incident.changed',
  'review.changed',
  'note.received',
] as const
export type HookKind = (typeof hookKinds)[number]

/** The event that a button sends; every hook gets it. */
export const testKind = 'hook.test'

/** Why an attempt had no answer. */
export const sendingFaults = [
  'timeout',
  'unreachable',
  'not-https',
  'private',
  'unknown-name',
  'no-secret',
] as const
export type SendingFault = (typeof sendingFaults)[number]

/** Whether a receiver's status says that a delivery has arrived. */
export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

/** A line of history, as far as events are made of it. */
export type Line = {
  readonly act: string
  readonly subject: string
  readonly subjectId: number | null
  readonly before: unknown
  readonly after: unknown
}

/** An event of a line: the row that it is about, and what only the line tells. Never a text that people wrote. */
export type LineEvent = {
  readonly kind: HookKind
  readonly source: 'visits' | 'incidents' | 'notes'
  readonly id: number
  readonly told: {
    readonly questionIds?: readonly number[]
    readonly optionId?: number
    readonly state?: unknown
  }
}

type Choice = {
  readonly questionId: number
  readonly optionId: number
  readonly isFlagged?: boolean
}

/** The choices in a line about answers: a list, or beside other fields. */
function choicesIn(value: unknown): readonly Choice[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null || !('answers' in value)) return []
  return choicesIn(value.answers)
}

const keyOf = ({ questionId, optionId }: Choice) => `${questionId}/${optionId}`

/** The flagged choices that were not there before, or not flagged. */
function newlyFlagged({ before, after }: Line): Choice[] {
  const flagged = (value: unknown) => choicesIn(value).filter(({ isFlagged }) => isFlagged)
  const known = new Set(flagged(before).map(keyOf))
  return flagged(after).filter((choice) => !known.has(keyOf(choice)))
}

const stateIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'state' in value ? value.state : 'new'

const sent: readonly string[] = ['answers.received', 'answers.telephoned']
const corrected: readonly string[] = [
  'answers.corrected',
  'answers.correction-taken-back',
  'visits.placed',
  'visits.unplaced',
]

function eventsOfReport(line: Line, id: number): LineEvent[] {
  const questionIds = [
    ...new Set([line.before, line.after].flatMap(choicesIn).map(({ questionId }) => questionId)),
  ]
  // Only its notes, arrival or facts have changed.
  if (questionIds.length === 0) return []
  const kind = sent.includes(line.act) ? 'report.received' : 'report.changed'
  return [
    { kind, source: 'visits', id, told: { questionIds } },
    ...newlyFlagged(line).map(({ questionId, optionId }) => ({
      ...{ kind: 'answer.flagged' as const, source: 'visits' as const, id },
      told: { questionIds: [questionId], optionId },
    })),
  ]
}

/** The events of a line of history, in their order. */
export function eventsOf(line: Line): LineEvent[] {
  const { act, subject, subjectId: id, before, after } = line
  if (id === null) return []
  if (sent.includes(act) || corrected.includes(act)) return eventsOfReport(line, id)
  if (act.startsWith('reviews.')) {
    const state = stateIn(after)
    const isMoved = state !== stateIn(before)
    return isMoved ? [{ kind: 'review.changed', source: 'visits', id, told: { state } }] : []
  }
  if (act === 'notes.received' || act === 'notes.telephoned')
    return [{ kind: 'note.received', source: 'notes', id, told: {} }]
  if (subject !== 'incidents') return []
  const kind = act === 'incidents.added' ? 'incident.opened' : 'incident.changed'
  return [{ kind, source: 'incidents', id, told: {} }]
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after each failed attempt, as the Standard Webhooks specification advises: about three days. */
const pausesMs = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

/**
 * When a delivery that has failed so many times is tried again; null: it is given up.
 * @param spread from 0 to 1: by up to a tenth later, so that not all come back at once
 */
export function nextTry(tries: number, now: Date, spread: number): Date | null {
  const pauseMs = pausesMs[tries - 1]
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs * (1 + spread / 10))
}

/** After so long without success a hook is switched off, once a delivery is given up. */
export const patienceMs = 72 * hour
/** How long deliveries stay in the log. */
export const keptMs = 30 * 24 * hour
/** How long the previous secret signs as well. */
export const overlapMs = 24 * hour
/** How many hooks an election may have: each has its own queue. */
export const mostHooks = 20
