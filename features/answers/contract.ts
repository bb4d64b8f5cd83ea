import * as z from 'zod'
import { Asked } from '#features/forms/kind-contract.ts'
import { Checks } from '#features/forms/logic-contract.ts'
import { StationAddress, StationPlace } from '#features/places/address-contract.ts'
import { Review, ReviewFilter } from '#features/reviews/review-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { lenientPageQuery, pageCounts } from '#kit/contract/page.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { line, text } from '#kit/contract/value/text.ts'

const anyId = whole(0, largestInteger)

const options = z
  .array(
    z.object({
      optionId: anyId.meta({ examples: [21] }),
      value: text(20_000)
        .nullish()
        .meta({ examples: ['sigiliul era rupt'] }),
    }),
  )
  .max(200)

/** An answer to a question: options, or the text of a value. Nothing clears it. */
export const saying = {
  questionId: anyId.meta({ examples: [7] }),
  options: options.optional(),
  value: text(20_000)
    .nullish()
    .meta({ examples: [null] })
    .describe('Instead of options, to a question that is answered by a value.'),
}
type Answering = Partial<Pick<z.output<z.ZodObject<typeof saying>>, 'options' | 'value'>>

export const isAnswered = ({ options, value }: Answering): boolean =>
  options !== undefined || value !== undefined
export const missing = { path: ['options'], error: 'Must be there, unless there is a value' }

/** One question as answered at one station. */
export const AnswerDraft = StationAddress.extend(saying)
  .refine(isAnswered, missing)
  .transform(({ options = [], ...answer }) => ({ ...answer, options }))
export type AnswerDraft = z.output<typeof AnswerDraft>

/** All that a phone has not sent yet, from every station it was at. */
export const Report = z.object({ answers: z.array(AnswerDraft).max(2000) })

/** The filters of the review list; the export takes the same. */
export const AnswerFilter = z.object({
  county: line(256)
    .optional()
    .meta({ examples: ['CJ'] })
    .describe('A county’s code; `countyCode` says the same.'),
  countyCode: line(256)
    .optional()
    .meta({ examples: ['CJ'] }),
  pollingStationNumber: whole(0, 999_999_999)
    .optional()
    .meta({ examples: [12] }),
  observerPhoneNumber: personal(
    line(50)
      .optional()
      .meta({ examples: ['0722'] })
      .describe('Part of a phone; its digits count. `phoneObserver` says the same.'),
  ),
  phoneObserver: personal(
    line(50)
      .optional()
      .meta({ examples: ['0722'] }),
  ),
  observerName: personal(
    line(200)
      .optional()
      .meta({ examples: ['Ioana'] })
      .describe('Words of the observer’s name, in any order.'),
  ),
  areaId: id('areas')
    .optional()
    .describe('At the stations of an area of any level and of all areas within it.'),
  from: moment
    .optional()
    .describe('Last changed no earlier; without a zone, on the election’s own clock.'),
  to: moment
    .optional()
    .describe('Last changed no later; a minute without seconds includes its last second.'),
  urgent: flag.optional().describe('Only threads with a flagged answer.'),
  isUrgent: flag.optional(),
  withNotes: flag.optional().describe('Only threads with a note.'),
  withPhotographs: flag.optional().describe('Only threads with a photograph on a note.'),
  failed: flag.optional().describe('Only threads that fail a check of severity `error`.'),
  fileMissing: flag
    .optional()
    .describe(
      'Only threads that answer a form without a file that it requires; without questions that a condition may hide.',
    ),
  unseen: flag
    .optional()
    .describe('Only threads that the caller has not opened since they last changed.'),
  ngoId: id('ngos').optional(),
  optionId: id('options')
    .optional()
    .describe(
      'Only threads in which this option is chosen, as the analysis counts them: without test observers and inactive organisations. The option of a question that is answered by a file is chosen by a note with one.',
    ),
  optionValue: z
    .string()
    .max(50)
    .regex(/^[-\d.:T]+$/, 'Must be a value, or two numbers with .. between')
    .optional()
    .meta({ examples: ['200..400'] })
    .describe(
      'With `optionId`, of a question by value: only where the value is this one, begins with this hour, or is from the first number to below the second.',
    ),
  answeredHour: moment
    .optional()
    .meta({ examples: ['2026-11-22T08:00:00Z'] })
    .describe(
      'With `optionId`: only where its question was answered last in the hour that begins then.',
    ),
  withOptionId: id('options').optional().describe('The same for another option.'),
  ...ReviewFilter.shape,
})
export type AnswerFilter = z.output<typeof AnswerFilter>

export const AnswerQuery = lenientPageQuery().extend(AnswerFilter.shape)
export type AnswerQuery = z.output<typeof AnswerQuery>

/** One observer's report from one station. */
export const AnswerThread = z.object({
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  observerPhoneNumber: z.string().meta({ examples: ['0722 000 001'] }),
  pollingStationId: id('pollingStations'),
  pollingStationName: z.string().meta({ examples: ['Cluj-Napoca 12'] }),
  lastModified: instant,
  answered: z.int().describe('How many questions.'),
  flagged: z.int().describe('How many flagged options were chosen.'),
  notes: z.int(),
  failed: z.int().default(0).describe('How many checks of severity `error` it fails.'),
})
export type AnswerThread = z.output<typeof AnswerThread>

/** The first flagged answer of a report, worded as in the version of the form it was given in. */
export const FirstFlagged = z.object({
  questionCode: z.string().meta({ examples: ['A1'] }),
  text: z.string().meta({ examples: ['Urna a fost sigilată?'] }),
  options: z
    .array(z.string().meta({ examples: ['Nu'] }))
    .describe('The flagged ones that were chosen.'),
  freeText: z
    .string()
    .meta({ examples: ['sigiliul era rupt'] })
    .describe('The start of their free text.'),
  others: z.int().describe('How many other questions have a flagged answer.'),
})
export type FirstFlagged = z.output<typeof FirstFlagged>

/** The chosen options and their free text, as one text. */
export const answerOf = ({
  options,
  freeText,
}: Pick<FirstFlagged, 'options' | 'freeText'>): string =>
  freeText ? `${options.join(', ')}: ${freeText}` : options.join(', ')

/** A row of the review list. */
export const ListedThread = AnswerThread.extend({
  firstFlagged: FirstFlagged.nullable().describe('The answer at which the report opens.'),
  newestNote: z
    .string()
    .nullable()
    .meta({ examples: ['Ușa era deschisă.'] })
    .describe('The beginning of the newest note, in a list of reports with notes; otherwise null.'),
  review: Review,
})
export type ListedThread = z.output<typeof ListedThread>

/** A single report: its row, with the facts about its station that a follow-up needs. */
export const OpenThread = ListedThread.extend({ station: StationPlace })
export type OpenThread = z.output<typeof OpenThread>

const ChosenOption = z.object({
  /** Both generations' names for the same number and the same flag. */
  idOption: z.int(),
  optionId: z.int(),
  text: z.string().meta({ examples: ['Nu, pentru că'] }),
  isFreeText: z.boolean(),
  value: z
    .string()
    .nullable()
    .meta({ examples: ['sigiliul era rupt'] }),
  flagged: z.boolean(),
  isFlagged: z.boolean(),
})

/** The correction of an answer by staff; what its observer answered stays beside it. */
const Correction = z.object({
  reason: z.string().meta({ examples: ['A apăsat greșit, confirmat la telefon.'] }),
  by: z.string().meta({ examples: ['bea'] }),
  at: instant,
  revision: z.int().describe('Names this correction when it is replaced or taken back.'),
  own: z.array(ChosenOption).describe('The observer’s own choices; empty: they gave no answer.'),
})

/** One answered question, worded as in the version of the form it was answered in. */
export const CompletedAnswer = z.object({
  id: z.int().describe('The question.'),
  text: z.string().meta({ examples: ['Urna a fost sigilată?'] }),
  questionTypeId: z.int(),
  /** The question's code, under the first system's name for it. */
  questionId: z.string().meta({ examples: ['A1'] }),
  questionCode: z.string().meta({ examples: ['A1'] }),
  formId: id('forms'),
  formCode: z.string().meta({ examples: ['A'] }),
  formDescription: z.string().meta({ examples: ['Deschidere'] }),
  formVersion: z.int(),
  receivedAt: instant.describe('When the answer was last changed.'),
  clerk: z
    .string()
    .nullable()
    .default(null)
    .meta({ examples: ['ana'] })
    .describe('The account that wrote it down then, by telephone; null: the phone sent it.'),
  ...Asked.shape,
  canonical: z
    .string()
    .nullable()
    .default(null)
    .meta({ examples: ['1250'] })
    .describe(
      'The value of the text: `1250.5`, `2026-11-27`, `07:30`, `2026-11-27T07:30` on the clock of the election. Null: of a choice, of a text, or unreadable.',
    ),
  isUnreadable: z.boolean().default(false).describe('A value that was kept as sent.'),
  isOutside: z.boolean().default(false).describe('Below the minimum or above the maximum.'),
  isHidden: z
    .boolean()
    .optional()
    .describe(
      'By the condition of its question, as the others are answered. It counts as missing.',
    ),
  failedChecks: Checks.optional(),
  answers: z.array(ChosenOption).describe('The choices that count.'),
  correction: Correction.nullable().default(null),
})
export type CompletedAnswer = z.output<typeof CompletedAnswer>

/** What an observer sent of one form, until ten minutes passed without more. */
const Entry = z.object({
  at: instant.describe('When it began.'),
  answers: z.array(CompletedAnswer),
})

const threads = z.array(ListedThread)

/** A report was stored: the thread of this observer at this station has changed. */
export const answersReceived = live({
  name: 'answers.received',
  payload: z.object({
    ...{ observerId: z.int(), pollingStationId: z.int(), countyId: z.int() },
    flagged: z.boolean(),
  }),
})

/** An account opened a report: its own screens count what it has not seen. */
export const reportSeen = live({ name: 'answers.seen', payload: z.object({}) })

/** An account opened a report or left it. */
export const openReportsChanged = live({ name: 'answers.opened', payload: z.object({}) })

export const answers = {
  send: endpoint({
    method: 'POST',
    path: '/api/v1/answers',
    access: 'observer',
    summary: 'Stores an observer’s answers from one or more stations',
    description:
      'Replaces the observer’s earlier answer by station and question; empty `options` or an empty `value` clear it. A retry changes nothing. Answers with an unknown station or option are accepted and kept for staff to place.',
    body: Report,
    reply: z.object({}),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/answers',
    access: 'read',
    summary: 'Lists reports, one for each observer and station, newest first',
    description: 'The rows stand twice: as `threads`, and as `data` for the first system’s client.',
    query: AnswerQuery,
    reply: z.object({ threads, data: threads, ...pageCounts }),
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/api/v1/answers/seen',
    access: 'read',
    peopleOnly: true,
    outlivesPage: true,
    summary: 'Notes that the caller has a report open, or leaves it',
    description:
      'A report that changes afterwards is unseen again. It is open for eight minutes, unless the caller says so again.',
    body: z.object({
      observerId: id('observers'),
      pollingStationId: id('pollingStations'),
      lastModified: instant.describe('As the opened report says.'),
      isOpen: z.boolean().default(true).describe('False: the caller leaves it.'),
    }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  listOpen: endpoint({
    method: 'GET',
    path: '/api/v1/answers/open',
    access: 'read',
    summary: 'Lists the reports that accounts have open now, the last one first',
    description:
      'Of the caller’s organisation, with the caller’s own; the organiser’s accounts see those of all. At most 200.',
    reply: z.object({
      reports: z.array(
        z.object({
          observerId: id('observers'),
          pollingStationId: id('pollingStations'),
          account: z.string().meta({ examples: ['ana'] }),
        }),
      ),
    }),
  }),
  filledIn: endpoint({
    method: 'GET',
    path: '/api/v1/answers/filledIn',
    access: 'read',
    summary: 'Reads an observer’s answers at a station, question by question',
    description: 'In the order of the forms and of their questions.',
    query: z.object({ observerId: id('observers'), pollingStationId: id('pollingStations') }),
    reply: z.array(CompletedAnswer),
  }),
  series: endpoint({
    method: 'GET',
    path: '/api/v1/answers/series',
    access: 'read',
    summary: 'Reads the entries of a form that an observer sends several times at a station',
    description: 'Newest first. Each has the whole form as it was after the entry.',
    query: z.object({
      observerId: id('observers'),
      pollingStationId: id('pollingStations'),
      formId: id('forms'),
    }),
    reply: z.array(Entry),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/v1/answers/thread',
    access: 'read',
    summary: 'Answers with one thread of the list, for a screen that was opened by its address',
    query: z.object({ observerId: id('observers'), pollingStationId: id('pollingStations') }),
    reply: OpenThread,
    problems: ['thing.not-found'],
  }),
}
