import { groupBy } from '#kit/contract/group.ts'
import type { MilestoneKind } from './contract.ts'

/** Milliseconds since 1970. */
type Ms = number

/** The shift `[from, until)` of an observer at an open station, without test observers and inactive organisations. */
export type Shift = {
  readonly assignmentId: number
  readonly observerId: number
  readonly ngoId: number
  /** The station that the plan names, and the one that is counted in its place. */
  readonly stationId: number
  readonly placeId: number
  /** The innermost, of the station that is counted. */
  readonly areaId: number
  readonly isDiaspora: boolean
  readonly isMobile: boolean
  readonly from: Ms
  readonly until: Ms
  /** `from`, or earlier if it continues another shift: relative deadlines in between are not due again. */
  readonly beganAt: Ms
}

/** The audience of a milestone: the shifts that each part lets in; null lets in all. */
export type AudienceOf = {
  /** With all areas in them. */
  readonly areaIds: ReadonlySet<number> | null
  readonly ngoIds: ReadonlySet<number> | null
  readonly isDiaspora: boolean | null
  readonly isMobile: boolean | null
}

/** A milestone: `dueAt`, or `dueAfterMinutes` from the start of each shift. */
export type DueMilestone = {
  readonly id: number
  readonly kind: MilestoneKind
  readonly formId: number | null
  readonly questionId: number | null
  /** The questions of a form that asks for files alone. */
  readonly fileIds?: readonly number[]
  readonly dueAt: Ms | null
  readonly dueAfterMinutes: number | null
  readonly forStation: boolean
  readonly audience: AudienceOf
  /** Phones ask for it: the form is published, the question is in it, the message is not taken back. */
  readonly isAsked: boolean
  /** Its form is shown in counties abroad only. */
  readonly isOfDiaspora: boolean
}

/** An observer's answers to one form at one place; split when they belong to several shifts. */
export type FormAnswers = {
  readonly formId: number
  /** The newest that the phone showed. */
  readonly version: number
  /** The answered questions, if that version may lack some of them; else null. */
  readonly questionIds: readonly number[] | null
  readonly questions: number
  readonly at: Ms
}

/** The reports of one observer at one place. */
export type Done = {
  readonly observerId: number
  readonly placeId: number
  /** The moments of all their reports. */
  readonly moments: readonly Ms[]
  /** The moments of station information. */
  readonly infoAt: readonly Ms[]
  readonly forms: readonly FormAnswers[]
  readonly questions: readonly { readonly questionId: number; readonly at: Ms }[]
}

/** When each recipient of a milestone's message opened it; null: not yet. */
export type MessageReach = ReadonlyMap<number, Ms | null>

export type Excuse = {
  readonly assignmentId: number
  readonly milestoneId: number
  readonly at: Ms
  readonly by: string
}

export type Plan = {
  readonly milestones: readonly DueMilestone[]
  readonly shifts: readonly Shift[]
  readonly done: readonly Done[]
  /** By milestone id. */
  readonly messages: ReadonlyMap<number, MessageReach>
  readonly excuses: readonly Excuse[]
  /** The questions that a version of a form asks. */
  questionsOf(formId: number, version: number): ReadonlySet<number>
}

/** `progress` is 0 for nothing, 1 for a part, 2 for all of it. */
type Progress = { readonly progress: 0 | 1 | 2; readonly doneAt: Ms | null }

/** A shift, or a team's shift at one of its stations, and a milestone that it owes. */
export type OwedPair = Progress & {
  readonly shift: Shift
  readonly milestoneId: number
  readonly dueAt: Ms
  readonly excuse: Excuse | undefined
}

type Owing = Progress & { readonly shift: Shift; readonly dueAt: Ms }

/** The limit for backdating an arrival by the phone's clock. Times in the future are ignored. */
const longestAgoMs = 86_400_000
const clockSkewMs = 300_000

/** The moment of station information: the arrival that the observer names if plausible, else the receipt. */
export const infoMoment = (arrivedAt: Ms | null, receivedAt: Ms): Ms =>
  arrivedAt !== null &&
  arrivedAt <= receivedAt + clockSkewMs &&
  arrivedAt >= receivedAt - longestAgoMs
    ? arrivedAt
    : receivedAt

/** The expectations of a slice. */
export function owedPairs(plan: Plan): OwedPair[] {
  const ends = new Set(plan.shifts.map((shift) => atPlace(shift, shift.until)))
  const progress = progressBy(plan)
  const excuses = groupBy(plan.excuses, ({ milestoneId }) => milestoneId)
  return plan.milestones.flatMap((milestone) => {
    const owing = plan.shifts.flatMap((shift): Owing[] => {
      const dueAt = dueOf(milestone, shift, ends)
      if (dueAt === undefined || !includes(milestone.audience, shift)) return []
      if (!canFulfil(milestone, shift, plan)) return []
      return [{ shift, dueAt, ...progress(milestone, shift) }]
    })
    const each = milestone.forStation ? sharedAtPlace(owing) : owing
    const excused = new Map(excuses.get(milestone.id)?.map((one) => [one.assignmentId, one]))
    return oncePerTeam(each).map((team) => ({
      ...furthest(team),
      milestoneId: milestone.id,
      excuse: team
        .map(({ shift }) => excused.get(shift.assignmentId))
        .find((one) => one !== undefined),
    }))
  })
}

/** Whether a shift is in an audience. */
const includes = ({ areaIds, ngoIds, isDiaspora, isMobile }: AudienceOf, shift: Shift): boolean =>
  (areaIds?.has(shift.areaId) ?? true) &&
  (ngoIds?.has(shift.ngoId) ?? true) &&
  (isDiaspora ?? shift.isDiaspora) === shift.isDiaspora &&
  (isMobile ?? shift.isMobile) === shift.isMobile

const atPlace = ({ ngoId, placeId }: Shift, at: Ms) => `${ngoId} ${placeId} ${at}`

/** The shifts of a mobile observer that share start and end are one; any other is by itself. */
function oncePerTeam(owing: readonly Owing[]): (readonly Owing[])[] {
  const single = owing.filter(({ shift }) => !shift.isMobile).map((one) => [one])
  const mobile = owing.filter(({ shift }) => shift.isMobile)
  const teams = groupBy(
    mobile,
    ({ shift: { observerId, from, until } }) => `${observerId} ${from} ${until}`,
  )
  return [...single, ...teams.values()]
}

/** The due time of a shift's expectation; undefined: none. At a change of shifts the outgoing one owes it. */
function dueOf(
  { dueAt, dueAfterMinutes }: DueMilestone,
  shift: Shift,
  ends: ReadonlySet<string>,
): Ms | undefined {
  const { from, until, beganAt } = shift
  if (dueAt === null) {
    const afterMs = (dueAfterMinutes ?? 0) * 60_000
    const wasDueBefore = beganAt < from && beganAt + afterMs <= from
    return from + afterMs <= until && !wasDueBefore ? from + afterMs : undefined
  }
  const isWithin = from < dueAt && dueAt <= until
  return isWithin || (from === dueAt && !ends.has(atPlace(shift, dueAt))) ? dueAt : undefined
}

function canFulfil({ id, kind, ...of }: DueMilestone, shift: Shift, { messages }: Plan): boolean {
  if (!of.isAsked || (of.isOfDiaspora && !shift.isDiaspora)) return false
  return kind !== 'message' || messages.get(id)?.has(shift.observerId) === true
}

/** Observers of one organisation at one place share it: all get the progress of the furthest. */
const sharedAtPlace = (owing: readonly Owing[]): Owing[] =>
  [...groupBy(owing, ({ shift, dueAt }) => atPlace(shift, dueAt)).values()].flatMap((together) => {
    const { progress, doneAt } = furthest(together)
    return together.map((one) => ({ ...one, progress, doneAt }))
  })

/** The one that is furthest, and was so first. */
function furthest(some: readonly Owing[]): Owing {
  const [first] =
    some.length === 1
      ? some
      : some.toSorted(
          (one, other) =>
            other.progress - one.progress ||
            (one.doneAt ?? 0) - (other.doneAt ?? 0) ||
            one.shift.assignmentId - other.shift.assignmentId,
        )
  if (!first) throw new Error('No observer owes it')
  return first
}

const nothing: Progress = { progress: 0, doneAt: null }

/** The progress of a shift with a milestone, from its own observer's reports. */
function progressBy({ shifts, done, messages, questionsOf }: Plan) {
  const keyOf = ({ observerId, placeId }: Pick<Shift, 'observerId' | 'placeId'>) =>
    `${observerId} ${placeId}`
  const doneBy = new Map(done.map((one) => [keyOf(one), one]))
  const own = new Map(
    [...groupBy(shifts, keyOf)].flatMap(([key, all]) =>
      all.map((shift) => [shift, { done: doneBy.get(key), all }] as const),
    ),
  )
  return (milestone: DueMilestone, shift: Shift): Progress => {
    // Opening a message is not said from a station: it counts for each shift of the observer.
    if (milestone.kind === 'message')
      return doneAtFirst([messages.get(milestone.id)?.get(shift.observerId) ?? null])
    const { done: there, all = [] } = own.get(shift) ?? {}
    if (!there) return nothing
    const belongs = ({ at }: { readonly at: Ms }) => belongsTo(at, shift, all)
    if (milestone.fileIds?.length)
      return filesProgress(milestone.fileIds, there.questions.filter(belongs))
    if (milestone.kind === 'form')
      return formProgress(
        there.forms.filter((one) => one.formId === milestone.formId && belongs(one)),
        questionsOf,
      )
    return doneAtFirst(momentsFor(milestone, there).filter((at) => belongs({ at })))
  }
}

/** When it was fulfilled. */
function momentsFor({ kind, questionId }: DueMilestone, done: Done): readonly Ms[] {
  if (kind === 'arrival') return done.moments
  if (kind === 'station-info') return done.infoAt
  return done.questions.filter((one) => one.questionId === questionId).map(({ at }) => at)
}

function doneAtFirst(moments: readonly (Ms | null)[]): Progress {
  const known = moments.filter((at) => at !== null)
  return known.length === 0 ? nothing : { progress: 2, doneAt: Math.min(...known) }
}

/** A form is done once everything is answered that the phone asked. */
function formProgress(answers: readonly FormAnswers[], questionsOf: Plan['questionsOf']): Progress {
  const [first] = answers
  if (!first) return nothing
  const questions = questionsOf(first.formId, Math.max(...answers.map(({ version }) => version)))
  if (answeredOf(questions, answers) < questions.size) return { progress: 1, doneAt: null }
  return { progress: 2, doneAt: Math.max(...answers.map(({ at }) => at)) }
}

/** A form that asks for files alone is done once each question has one. */
function filesProgress(fileIds: readonly number[], sent: Done['questions']): Progress {
  const firsts = fileIds.flatMap((id) => {
    const moments = sent.filter(({ questionId }) => questionId === id).map(({ at }) => at)
    return moments.length === 0 ? [] : [Math.min(...moments)]
  })
  if (firsts.length === 0) return nothing
  if (firsts.length < fileIds.length) return { progress: 1, doneAt: null }
  return { progress: 2, doneAt: Math.max(...firsts) }
}

/** How many of these questions are answered. A question that the newest version left out does not count. */
function answeredOf(questions: ReadonlySet<number>, answers: readonly FormAnswers[]): number {
  const known = answers.flatMap(({ questionIds }) => (questionIds ? [questionIds] : []))
  if (known.length < answers.length) return Math.max(...answers.map((one) => one.questions))
  return new Set(known.flat().filter((id) => questions.has(id))).size
}

/**
 * Whether a moment belongs to this shift among all the observer's shifts at that place. It belongs to the shift that
 * contains it, otherwise to the nearest one, or the earlier of two equally near.
 */
export function belongsTo(at: Ms, shift: Shift, all: readonly Shift[]): boolean {
  if (all.length <= 1 || isIn(at, shift)) return true
  if (all.some((one) => isIn(at, one))) return false
  const [nearest] = all.toSorted(
    (one, other) => distance(at, one) - distance(at, other) || one.from - other.from,
  )
  return (
    nearest !== undefined &&
    distance(at, nearest) === distance(at, shift) &&
    nearest.from === shift.from
  )
}

const isIn = (at: Ms, { from, until }: Shift) => from <= at && at < until
const distance = (at: Ms, { from, until }: Shift) => (at < from ? from - at : at - until)
