import * as z from 'zod'
import { isAnswered, missing, saying } from '#features/answers/contract.ts'
import { StationInfoDraft } from '#features/visits/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { text } from '#kit/contract/value/text.ts'

const at = { pollingStationId: id('pollingStations') }

/** One question as answered by telephone. */
export const TelephoneAnswer = z
  .object({
    ...saying,
    formVersion: whole(1, largestInteger)
      .optional()
      .describe('In which the screen shows the question; by default the newest.'),
  })
  .refine(isAnswered, missing)
  .transform(({ options = [], ...answer }) => ({ ...answer, options }))
export type TelephoneAnswer = z.output<typeof TelephoneAnswer>

/** The facts that a phone sends on arrival or departure. */
export const ToldInfo = StationInfoDraft.omit({
  countyCode: true,
  municipalityCode: true,
  pollingStationNumber: true,
}).extend(at)

const write = {
  method: 'POST',
  access: 'review',
  params: z.object({ observerId: id('observers') }),
  reply: z.object({}),
  problems: ['thing.not-found'],
} as const

const sameAs =
  'As if the observer’s phone had sent it; history and the report say who wrote it down. A retry changes nothing. The station must be one that the caller sees.'

export const telephone = {
  answer: endpoint({
    ...write,
    path: '/api/v1/observer/:observerId/telephone/answers',
    summary: 'Stores answers that an observer gives by telephone',
    description: `${sameAs} An answer that fits no published form is refused.`,
    body: z.object({ ...at, answers: z.array(TelephoneAnswer).min(1).max(2000) }),
  }),
  inform: endpoint({
    ...write,
    path: '/api/v1/observer/:observerId/telephone/station-info',
    summary: 'Stores station info that an observer gives by telephone',
    description: sameAs,
    body: ToldInfo,
  }),
  note: endpoint({
    ...write,
    path: '/api/v1/observer/:observerId/telephone/note',
    summary: 'Stores a note that an observer dictates',
    description: sameAs,
    body: z.object({
      ...at,
      questionId: whole(0, largestInteger).nullish(),
      text: text(100_000)
        .trim()
        .min(1)
        .meta({ examples: ['Ușa era deschisă.'] }),
    }),
  }),
}
