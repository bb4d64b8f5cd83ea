import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { text } from '#kit/contract/value/text.ts'
import { saying } from './contract.ts'

const { questionId } = saying
const options = saying.options.unwrap()
const report = { observerId: id('observers'), pollingStationId: id('pollingStations') }
const revision = whole(0, largestInteger)

export const correctionReason = text(500)
  .trim()
  .min(1)
  .meta({ examples: ['A apăsat greșit, confirmat la telefon.'] })

const write = {
  method: 'POST',
  access: 'review',
  problems: ['thing.not-found', 'thing.changed-meanwhile'],
} as const

export const corrections = {
  correct: endpoint({
    ...write,
    path: '/api/v1/answers/corrections',
    summary: 'Corrects an observer’s answer to a question',
    description:
      'Counts instead of the observer’s own answer, which stays beside it. When the observer repeats their answer nothing changes; a different one replaces the correction.',
    body: z.object({
      ...report,
      questionId,
      options: options.describe('Empty: no answer.'),
      reason: correctionReason,
      formVersion: whole(1, largestInteger)
        .optional()
        .describe(
          'For a question without an answer: the version in which the screen shows it. An answer is corrected in the version in which it was given.',
        ),
      was: z
        .object({
          options,
          revision: revision.describe('Of the correction that was shown; 0: none.'),
        })
        .describe('The answer as the caller saw it. If it is another by now, the call is refused.'),
    }),
    reply: z.object({ revision: z.int() }),
  }),
  takeBack: endpoint({
    ...write,
    path: '/api/v1/answers/corrections/undo',
    summary: 'Takes back a correction: the observer’s own answer counts again',
    body: z.object({ ...report, questionId, revision }),
    reply: z.object({}),
  }),
}
