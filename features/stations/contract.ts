import * as z from 'zod'
import { CompletedAnswer } from '#features/answers/contract.ts'
import { DeliveryFault, DeliveryState } from '#features/notifications/contract.ts'
import { Review } from '#features/reviews/review-contract.ts'
import { Unplaced } from '#features/unplaced/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { text } from '#kit/contract/value/text.ts'
import { ChosenOption, differenceEndpoints } from './differences-contract.ts'

const observerName = z.string().meta({ examples: ['Ioana Pop'] })

/** Counts of records that name a station or those merged into it, as far as the caller may see them. */
export const StationUse = z.object({
  visits: z.int(),
  answers: z.int().describe('Questions answered, each by each observer.'),
  notes: z.int(),
  unplaced: z.int().describe('Unmatched reports that were placed there, or name it.'),
  assignments: z.int().describe('Shifts there.'),
  incidents: z.int().describe('Open incidents there that the caller sees.'),
  comments: z.int().describe('On the station and its reports.'),
})
export type StationUse = z.output<typeof StationUse>

/** The use of two stations before they are merged. */
export const BeforeMerging = z.object({
  station: StationUse.describe('On the one that is merged.'),
  into: StationUse.describe('On the one that remains.'),
  both: z
    .array(z.object({ observerId: id('observers'), observerName: observerName }))
    .describe(
      'Observers who reported from both. They keep two reports; where both answer a question, the later answer is compared.',
    ),
})
export type BeforeMerging = z.output<typeof BeforeMerging>

/** An observer who reported from the station: a column of its page. */
export const StationVisit = z.object({
  observerId: id('observers'),
  observerName: observerName,
  pollingStationId: id('pollingStations').describe(
    'The station that their phone names. It may be merged into this one.',
  ),
  named: z
    .string()
    .nullable()
    .meta({ examples: ['Alba Aiud 12'] })
    .describe('That station, where it is merged into this one.'),
  observerPhoneNumber: z.string().meta({ examples: ['0722 000 001'] }),
  ngo: z.string().meta({ examples: ['OA'] }),
  isTest: z.boolean().describe('Answers of test observers are not compared.'),
  review: Review.describe('Answers of a report that is set aside are not compared.'),
  lastModified: instant,
  answered: z.int(),
  flagged: z.int(),
  notes: z.int(),
})
export type StationVisit = z.output<typeof StationVisit>

/** One observer's answer, in the wording that their phone showed. */
export const GivenAnswer = z.object({
  observerId: id('observers'),
  pollingStationId: StationVisit.shape.pollingStationId,
  isLast: z
    .boolean()
    .describe(
      'Whether it is this observer’s last answer: they may have reported from several merged stations.',
    ),
  text: z
    .string()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('The question in the wording that their phone showed.'),
  formVersion: z.int(),
  options: z.array(ChosenOption),
  ...CompletedAnswer.pick({
    ...{ kind: true, min: true, max: true, unit: true },
    ...{ canonical: true, isUnreadable: true, isOutside: true },
  }).shape,
})
export type GivenAnswer = z.output<typeof GivenAnswer>

/** The decision on a difference. */
export const SettledAnswer = z.object({
  id: id('settledAnswers'),
  observerId: id('observers')
    .nullable()
    .describe('Whose answer is right; null: none is. All answers stay as they are.'),
  observerName: z
    .string()
    .nullable()
    .meta({ examples: ['Ioana Pop'] }),
  reason: z.string().meta({ examples: ['Confirmat la telefon de președinta secției.'] }),
  settledAt: instant,
  settledBy: z.string().meta({ examples: ['ana'] }),
})
export type SettledAnswer = z.output<typeof SettledAnswer>

/** A question with each observer's answer: a row of the station's page. */
export const ComparedQuestion = z.object({
  id: z.int().describe('The question.'),
  questionCode: z.string().meta({ examples: ['A1'] }),
  text: z
    .string()
    .meta({ examples: ['Urna a fost sigilată?'] })
    .describe('In the newest wording that was answered.'),
  formId: id('forms'),
  formCode: z.string().meta({ examples: ['A'] }),
  formDescription: z.string().meta({ examples: ['Deschidere'] }),
  answers: z.array(GivenAnswer),
  state: z
    .enum(['alike', 'open', 'settled', 'reopened'])
    .describe(
      '`open`: two answers differ and it is not settled. `reopened`: an answer has changed since it was settled.',
    ),
  settled: SettledAnswer.nullable().describe('The last settlement.'),
  seen: z
    .string()
    .meta({ examples: ['5f3a9c0b1d2e4f60'] })
    .describe('A digest of these answers and their settlement, to be sent back when settling.'),
})
export type ComparedQuestion = z.output<typeof ComparedQuestion>

/** The most recipients that a message of a station lists. */
export const mostRecipients = 8

/** A message to observers of a station, with its delivery to them. */
export const StationMessage = z.object({
  notificationId: id('notifications'),
  title: z.string().meta({ examples: ['Secția se închide la 21:00'] }),
  insertedAt: instant,
  sendAt: instant.nullable().describe('Set if it is scheduled: when it goes out, or went out.'),
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
      `Expected and past observers of the station among its recipients, failed deliveries first, by name; ${mostRecipients} at most.`,
    ),
  recipientsHere: z
    .int()
    .describe('How many expected and past observers of the station it went to.'),
})
export type StationMessage = z.output<typeof StationMessage>

/** The station of the same place and number in an earlier election, with counts of its reports. */
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
    .refine((reason) => reason.trim() !== '', 'Must say why')
    .meta({ examples: ['Confirmat la telefon de președinta secției.'] }),
  seen: ComparedQuestion.shape.seen,
})
export type Settling = z.output<typeof Settling>

/** A difference at a station was settled, or its settlement was undone. */
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
    summary: 'Counts the records that name a station',
    reply: StationUse,
    problems: ['thing.not-found'],
  }),
  beforeMerging: endpoint({
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/merge/:into',
    access: 'set-up',
    summary: 'Counts the records that name two stations, before they are merged',
    params: z.object({ pollingStationId: id('pollingStations'), into: id('pollingStations') }),
    reply: BeforeMerging,
    problems: ['thing.not-found'],
  }),
  visits: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/visits',
    access: 'read',
    summary: 'Reads all visits to a station, question by question side by side',
    description:
      'The wording that the phones showed is compared: two observers differ where they chose options with other words, or wrote other numbers.',
    reply: z.object({ visits: z.array(StationVisit), questions: z.array(ComparedQuestion) }),
    problems: ['thing.not-found'],
  }),
  unplaced: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/unplaced',
    access: 'read',
    summary: 'Lists the open unmatched reports that name a station, newest first',
    description: 'At most a hundred.',
    reply: z.array(Unplaced),
    problems: ['thing.not-found'],
  }),
  messages: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/messages',
    access: 'read',
    summary: 'Lists the messages to expected and past observers of a station, newest first',
    description: 'Only messages that the caller may see.',
    query: PageQuery,
    reply: page(StationMessage),
    problems: ['thing.not-found'],
  }),
  before: endpoint({
    ...ofStation,
    method: 'GET',
    path: '/api/v1/stations/:pollingStationId/before',
    access: 'read',
    summary: 'Counts what was reported from a station in the election before',
    description:
      'Reads the latest earlier election with a station of this number in the municipality of the same code. If one of the two elections has no municipalities in that county, it takes the station of this number in the county of the same code, provided that no other there has it. Rehearsals, test observers and inactive organisations do not count.',
    reply: z.object({ before: StationBefore.nullable() }),
    problems: ['thing.not-found'],
  }),
  settle: endpoint({
    ...ofStation,
    method: 'POST',
    path: '/api/v1/stations/:pollingStationId/settle',
    access: 'review',
    summary: 'Settles whose answer is right where observers differ, with a reason',
    description:
      'All answers stay. When one of them changes afterwards, the question is `reopened`. An organisation settles among its own observers, the organiser among all.',
    body: Settling,
    reply: id('settledAnswers'),
    problems: ['thing.not-found', 'station.answers-changed', 'station.merged'],
  }),
  undoSettling: endpoint({
    method: 'POST',
    path: '/api/v1/stations/settled/:id/undo',
    access: 'review',
    summary: 'Undoes the settlement of a difference',
    description: 'An earlier settlement is valid again. Undoing twice changes nothing.',
    params: z.object({ id: id('settledAnswers') }),
    reply: z.object({}),
    problems: ['thing.not-found', 'station.answers-changed'],
  }),
  ...differenceEndpoints,
}
