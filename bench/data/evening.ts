import { createHash } from 'node:crypto'
import { noteIdentity } from '#features/notes/domain.ts'
import type { Row } from './copy.ts'
import { countyIdOf, nameOf } from './people.ts'
import {
  answersPerReport,
  chance,
  electionId,
  hasNote,
  organisationOf,
  type Shape,
  visitOf,
} from './shape.ts'

/** What can be answered in a form: its questions with their options, the last of them flagged. */
export type FormChoices = {
  readonly formId: number
  readonly questions: readonly {
    readonly questionId: number
    readonly options: readonly { readonly optionId: number; readonly isFlagged: boolean }[]
  }[]
}

/** What is needed to tell the evening: its size, when it ended, and the forms A, B and C. */
export type Evening = {
  readonly shape: Shape
  readonly until: Date
  readonly forms: readonly FormChoices[]
}

const minute = 60_000
const hours = 15
/** After how many minutes on a visit the second report and the note are sent. */
const after = { opening: 0, later: 30, note: 45 } as const

type EventKind = keyof typeof after
const kinds = ['opening', 'later', 'note'] as const
/** Something that was sent. */
type Event = { readonly visit: number; readonly kind: EventKind }

/** When it was sent: visits begin evenly over the evening, whose last hour only ends them. */
function momentOf({ shape, until }: Evening, { visit, kind }: Event): Date {
  const begun = (visit / shape.visits) * (hours - 1) * 60
  return new Date(until.getTime() - Math.round((hours * 60 - begun - after[kind]) * minute))
}

/** All that was sent, in the order in which it came. */
function* eventsOf({ shape }: Evening): Iterable<Event> {
  const perMinute = shape.visits / ((hours - 1) * 60)
  const lags = kinds.map((kind) => ({ kind, lag: Math.ceil(after[kind] * perMinute) }))
  const longest = Math.max(...lags.map(({ lag }) => lag))
  for (let tick = 0; tick < shape.visits + longest; tick++)
    for (const { kind, lag } of lags) {
      const event = { visit: tick - lag, kind }
      if (hasHappened(shape, event)) yield event
    }
}

const hasHappened = ({ visits }: Shape, { visit, kind }: Event) =>
  visit >= 0 && visit < visits && (kind !== 'note' || hasNote(visit))

/** What was chosen in a report, as history tells it. */
function chosenIn({ forms }: Evening, { visit, kind }: Event) {
  const form = forms[kind === 'opening' ? 0 : visit % 4 === 0 ? 2 : 1]
  const questions = form?.questions.slice(0, answersPerReport) ?? []
  const choices = questions.map(({ questionId, options }) => {
    const drawn = chance(visit, questionId)
    const last = options.length - 1
    const option = options[drawn < 0.04 ? last : Math.floor(drawn * last)]
    const { optionId = 0, isFlagged = false } = option ?? {}
    return { questionId, optionId, formVersion: 1, text: null, isFlagged }
  })
  return { formId: form?.formId ?? 0, choices }
}

export function* visitRows(evening: Evening): Iterable<Row> {
  for (let visit = 0; visit < evening.shape.visits; visit++) {
    const { observer, station } = visitOf(evening.shape, visit)
    const reports = (['opening', 'later'] as const).map((kind) => ({ visit, kind }))
    const choices = reports.flatMap((event) => chosenIn(evening, event).choices)
    const notes = hasNote(visit) ? 1 : 0
    yield {
      electionId,
      id: visit + 1,
      observerId: observer + 1,
      pollingStationId: station + 1,
      ngoId: organisationOf(observer) + 1,
      countyId: countyIdOf(station),
      answered: choices.length,
      flagged: choices.filter(({ isFlagged }) => isFlagged).length,
      notes,
      lastModified: momentOf(evening, { visit, kind: notes ? 'note' : 'later' }),
    }
  }
}

export function* answerRows(evening: Evening): Iterable<Row> {
  for (const event of eventsOf(evening)) {
    if (event.kind === 'note') continue
    const { formId, choices } = chosenIn(evening, event)
    const receivedAt = momentOf(evening, event).toISOString()
    for (const choice of choices)
      yield { electionId, visitId: event.visit + 1, formId, ...choice, receivedAt }
  }
}

/** What a note says; every other one is about the first question. */
function remarkOf({ forms }: Evening, visit: number) {
  const about = visit % 2 === 0 ? (forms[0]?.questions[0]?.questionId ?? null) : null
  const text = `Observația ${visit + 1}: urna stătea lângă ușă, iar la intrare era coadă.`
  return { questionId: about, text, files: [] }
}

export function* noteRows(evening: Evening): Iterable<Row> {
  let id = 0
  for (const event of eventsOf(evening)) {
    if (event.kind !== 'note') continue
    const { questionId, text, files } = remarkOf(evening, event.visit)
    const digest = createHash('sha256')
      .update(noteIdentity(questionId, text, files))
      .digest()
    const receivedAt = momentOf(evening, event)
    yield { electionId, id: ++id, visitId: event.visit + 1, questionId, text, digest, receivedAt }
  }
}

export function* historyRows(evening: Evening): Iterable<Row> {
  let noteId = 0
  for (const event of eventsOf(evening)) {
    const { observer, station } = visitOf(evening.shape, event.visit)
    const pollingStationId = station + 1
    const actor = { actorRole: 'observer', actorId: observer + 1, actorName: nameOf(observer) }
    const began = { electionId, at: momentOf(evening, event), ...actor }
    if (event.kind === 'note') {
      const after = JSON.stringify({ ...remarkOf(evening, event.visit), pollingStationId })
      const about = { act: 'notes.received', subject: 'notes', subjectId: ++noteId }
      yield { ...began, ...about, before: null, after }
    } else {
      const [first, ...others] = chosenIn(evening, event).choices
      const isNew = event.kind === 'opening'
      const after = JSON.stringify([{ ...first, ...(isNew && { pollingStationId }) }, ...others])
      const about = { act: 'answers.received', subject: 'visits', subjectId: event.visit + 1 }
      yield { ...began, ...about, before: '[]', after }
    }
  }
}
