import { createHash } from 'node:crypto'
import { noteIdentity } from '#features/notes/domain.ts'
import type { Row } from './copy.ts'
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
  readonly nameOf: (observer: number) => string
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

export const visitColumns = [
  'election_id',
  'id',
  'observer_id',
  'polling_station_id',
  'ngo_id',
  'county_id',
  'answered',
  'flagged',
  'notes',
  'last_modified',
]

export function* visitRows(
  evening: Evening,
  countyIdOf: (station: number) => number,
): Iterable<Row> {
  for (let visit = 0; visit < evening.shape.visits; visit++) {
    const { observer, station } = visitOf(evening.shape, visit)
    const reports = (['opening', 'later'] as const).map((kind) =>
      chosenIn(evening, { visit, kind }),
    )
    const choices = reports.flatMap((report) => report.choices)
    const notes = hasNote(visit) ? 1 : 0
    yield [
      electionId,
      visit + 1,
      observer + 1,
      station + 1,
      organisationOf(observer) + 1,
      countyIdOf(station),
      choices.length,
      choices.filter(({ isFlagged }) => isFlagged).length,
      notes,
      momentOf(evening, { visit, kind: notes ? 'note' : 'later' }),
    ]
  }
}

export const answerColumns = [
  'election_id',
  'visit_id',
  'question_id',
  'option_id',
  'form_id',
  'form_version',
  'text',
  'is_flagged',
  'received_at',
]

export function* answerRows(evening: Evening): Iterable<Row> {
  for (const event of eventsOf(evening)) {
    if (event.kind === 'note') continue
    const { formId, choices } = chosenIn(evening, event)
    const at = momentOf(evening, event).toISOString()
    for (const { questionId, optionId, formVersion, text, isFlagged } of choices)
      yield [
        electionId,
        event.visit + 1,
        questionId,
        optionId,
        formId,
        formVersion,
        text,
        isFlagged,
        at,
      ]
  }
}

export const noteColumns = [
  'election_id',
  'id',
  'visit_id',
  'question_id',
  'text',
  'digest',
  'received_at',
]

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
    const at = momentOf(evening, event)
    yield [electionId, ++id, event.visit + 1, questionId, text, digest, at]
  }
}

export const historyColumns = [
  'election_id',
  'at',
  'actor_role',
  'actor_id',
  'actor_name',
  'act',
  'subject',
  'subject_id',
  'before',
  'after',
]

export function* historyRows(evening: Evening): Iterable<Row> {
  let noteId = 0
  for (const event of eventsOf(evening)) {
    const { observer, station } = visitOf(evening.shape, event.visit)
    const pollingStationId = station + 1
    const actor = ['observer', observer + 1, evening.nameOf(observer)] as const
    const began = [electionId, momentOf(evening, event), ...actor] as const
    if (event.kind === 'note') {
      const said = JSON.stringify({ ...remarkOf(evening, event.visit), pollingStationId })
      yield [...began, 'notes.received', 'notes', ++noteId, null, said]
    } else {
      const [first, ...others] = chosenIn(evening, event).choices
      const isNew = event.kind === 'opening'
      const said = JSON.stringify([{ ...first, ...(isNew && { pollingStationId }) }, ...others])
      yield [...began, 'answers.received', 'visits', event.visit + 1, '[]', said]
    }
  }
}
