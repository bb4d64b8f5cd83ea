import * as z from 'zod'
import { DeliveryFault, DeliveryState } from '#features/notifications/contract.ts'
import { Unplaced } from '#features/unplaced/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { text } from '#kit/contract/value/text.ts'
import { differenceEndpoints } from './differences-contract.ts'

const observerName = z.string().meta({ examples: ['Ioana Pop'] })

/** What hangs on a station and on those merged into it, of what the caller may see. */
export const StationUse = z.object({
  visits: z.int(),
  answers: z.int().describe('Questions answered, each by each observer.'),
  notes: z.int(),
  unplaced: z.int().describe('Reports without a place that were placed there, or name it.'),
  assignments: z.int().describe('Who is to be there, and when.'),
})
export type StationUse = z.output<typeof StationUse>

/** What hangs on two stations that are to be merged. */
export const BeforeMerging = z.object({
  station: StationUse.describe('On the one that is merged.'),
  into: StationUse.describe('On the one that stands for both.'),
  both: z
    .array(z.object({ observerId: id('observers'), observerName: observerName }))
    .describe(
      'Who reported from both. They keep two reports; where both answer a question, what they said later is compared.',
    ),
})
export type BeforeMerging = z.output<typeof BeforeMerging>

/** An observer who reported from the station: a column of its page. */
export const StationVisit = z.object({
  observerId: id('observers'),
  observerName: observerName,
  pollingStationId: id('pollingStations').describe('The station that their phone names.'),
  named: z
    .string()
    .nullable()
    .meta({ examples: ['Alba Aiud 12'] })
    .describe('That station, where it is merged into this one.'),
  observerPhoneNumber: z.string().meta({ examples: ['0722 000 001'] }),
  ngo: z.string().meta({ examples: ['OA'] }),
  isTest: z.boolean().describe('Whose answers are not compared.'),
  lastModified: instant,
  answered: z.int(),
  flagged: z.int(),
  notes: z.int(),
})
export type StationVisit = z.output<typeof StationVisit>

/** One observer's answer, in the words that their phone showed. */
export const GivenAnswer = z.object({
  observerId: id('observers'),
  pollingStationId: StationVisit.shape.pollingStationId,
  isLast: z
    .boolean()
    .describe(
      'Whether it is what this observer said last: they may have reported from merged stations.',
    ),
  text: z
    .string()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('The question as they were asked it.'),
  formVersion: z.int(),
  options: z.array(
    z.object({
      text: z.string().meta({ examples: ['Nu, pentru că'] }),
      value: z
        .string()
        .nullable()
        .meta({ examples: ['sigiliul era rupt'] }),
      isFlagged: z.boolean(),
    }),
  ),
})
export type GivenAnswer = z.output<typeof GivenAnswer>

/** Whose answer stands, as a person said it. */
export const SettledAnswer = z.object({
  id: id('settledAnswers'),
  observerId: id('observers')
    .nullable()
    .describe('Whose answer stands; null: nobody’s. All answers stay as they are.'),
  observerName: z
    .string()
    .nullable()
    .meta({ examples: ['Ioana Pop'] }),
  reason: z.string().meta({ examples: ['Confirmat la telefon de președinta secției.'] }),
  settledAt: instant,
  settledBy: z.string().meta({ examples: ['ana'] }),
})
export type SettledAnswer = z.output<typeof SettledAnswer>

/** A question, and what each observer answered to it: a row of the station's page. */
export const ComparedQuestion = z.object({
  id: z.int().describe('The question.'),
  questionCode: z.string().meta({ examples: ['A1'] }),
  text: z
    .string()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('In its newest wording of those that were answered.'),
  formId: id('forms'),
  formCode: z.string().meta({ examples: ['A'] }),
  formDescription: z.string().meta({ examples: ['Deschidere'] }),
  answers: z.array(GivenAnswer),
  state: z
    .enum(['alike', 'open', 'settled', 'reopened'])
    .describe(
      '`open`: two of them differ, and nobody has settled it. `reopened`: an answer has changed since it was settled.',
    ),
  settled: SettledAnswer.nullable().describe('How it was settled last.'),
  seen: z
    .string()
    .meta({ examples: ['5f3a9c0b1d2e4f60'] })
    .describe('What these answers and their settling are by now: who settles sends it back.'),
})
export type ComparedQuestion = z.output<typeof ComparedQuestion>

/** Of how many recipients a message of a station tells, those it did not reach first. */
export const mostRecipients = 8

/** A message to observers of a station, and what became of it for them. */
export const StationMessage = z.object({
  notificationId: id('notifications'),
  title: z.string().meta({ examples: ['Secția se închide la 21:00'] }),
  insertedAt: instant,
  sendAt: instant.nullable().describe('Set where it goes out at a set time: when it does, or did.'),
  senderAccount: z.string().meta({ examples: ['ana'] }),
  recipients: z
    .array(
      z.object({
        observerId: id('observers'),
        observerName: observerName,
        state: DeliveryState,
        why: DeliveryFault.nullable().describe('Set when it failed.'),
      }),
    )
    .describe(
      `Those of them who are to be there or were, whom it failed to reach first, by name; ${mostRecipients} at most.`,
    ),
  recipientsHere: z.int().describe('How many of those who are to be there or were it went to.'),
})
export type StationMessage = z.output<typeof StationMessage>

/** The station of the same place and number in an earlier election, and what came from it then. */
export const StationBefore = z.object({
  election: z.string().meta({ examples: ['Alegeri locale 2024'] }),
  day: z.iso.date().meta({ examples: ['2024-06-09'] }),
  name: z.string().meta({ examples: ['Școala Gimnazială nr. 1'] }),
  address: z.string().meta({ examples: ['str. Mihai Viteazul nr. 2'] }),
  voters: z.int().nullable(),
  ...StationUse.pick({ visits: true, answers: true, notes: true }).shape,
  flagged: z.int().describe('How many flagged options were chosen.'),
})
export type StationBefore = z.output<typeof StationBefore>

export const Settling = z.object({
  questionId: whole(1, largestInteger).meta({ examples: [7] }),
  observerId: SettledAnswer.shape.observerId,
  reason: text(2000)
    .refine((said) => said.trim() !== '', 'Must say why')
    .meta({ examples: ['Confirmat la telefon de președinta secției.'] }),
  seen: ComparedQuestion.shape.seen,
})
export type Settling = z.output<typeof Settling>

/** A difference at a station was settled, or that was undone. */
export const answersSettled = live({
  name: 'stations.answers-settled',
  payload: z.object({ pollingStationId: z.int() }),
})

const ofStation = { params: z.object({ pollingStationId: id('pollingStations') }) } as const

export const stations = {
  use: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/use',
    access: 'read',
    summary: 'Answers with how much hangs on a station',
    reply: StationUse,
    problems: ['thing.not-found'],
  }),
  beforeMerging: endpoint({
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/merge/:into',
    access: 'set-up',
    summary: 'Answers with how much hangs on two stations that are to be merged',
    params: z.object({ pollingStationId: id('pollingStations'), into: id('pollingStations') }),
    reply: BeforeMerging,
    problems: ['thing.not-found'],
  }),
  visits: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/visits',
    access: 'read',
    summary: 'Answers with all visits to a station, question by question side by side',
    description:
      'Compared is what the phones showed: two observers differ where they chose options of other words, or wrote other numbers.',
    reply: z.object({ visits: z.array(StationVisit), questions: z.array(ComparedQuestion) }),
    problems: ['thing.not-found'],
  }),
  unplaced: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/unplaced',
    access: 'read',
    summary: 'Lists the open reports without a place that name a station, newest first',
    description: 'At most a hundred.',
    reply: z.array(Unplaced),
    problems: ['thing.not-found'],
  }),
  messages: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/messages',
    access: 'read',
    summary: 'Lists the messages to those who are to be at a station or were, newest first',
    description: 'Of those that the caller may see.',
    query: PageQuery,
    reply: page(StationMessage),
    problems: ['thing.not-found'],
  }),
  before: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/before',
    access: 'read',
    summary: 'Answers with what came from a station in the election before',
    description:
      'The latest of the elections before this one that has a station of this number in the municipality of the same code, or in the county of the same code where one of the two is not divided and no other there has that number. Rehearsals do not count, nor do test observers and inactive organisations.',
    reply: z.object({ before: StationBefore.nullable() }),
    problems: ['thing.not-found'],
  }),
  settle: endpoint({
    ...ofStation,
    method: 'POST',
    path: '/api/v1/stations/:pollingStationId/settle',
    access: 'review',
    summary: 'Settles whose answer stands where observers differ, with a reason',
    description:
      'All answers stay. When one of them changes afterwards, the question is open again and says so. An organisation settles among its own observers, the organiser among all.',
    body: Settling,
    reply: id('settledAnswers'),
    problems: ['thing.not-found', 'station.answers-changed', 'station.merged'],
  }),
  undoSettling: endpoint({
    method: 'POST',
    path: '/api/v1/stations/settled/:id/undo',
    access: 'review',
    summary: 'Undoes that a difference was settled',
    description:
      'What was settled before it, if anything, is valid again. Undoing it again changes nothing.',
    params: z.object({ id: id('settledAnswers') }),
    reply: z.object({}),
    problems: ['thing.not-found', 'station.answers-changed'],
  }),
  ...differenceEndpoints,
}
