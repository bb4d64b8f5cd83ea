import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { id } from '#kit/contract/value/id.ts'
import { AnalysedQuestion } from './contract.ts'

/** A question was pinned to the statistics, or unpinned. */
export const pinsChanged = live({ name: 'analysis.pins-changed', payload: z.object({}) })

const path = '/api/v1/pinned-questions'
const params = z.object({ questionId: id('questions') })

export const pinnedQuestions = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'read',
    importance: 'statistics',
    summary:
      'Lists the questions that are pinned to the statistics, in the order in which they were',
    description: 'Without those that the newest version of their form does not have.',
    reply: z.array(z.object({ formId: id('forms'), question: AnalysedQuestion })),
  }),
  pin: endpoint({
    method: 'PUT',
    path: `${path}/:questionId`,
    access: 'set-up',
    summary: 'Pins a question to the statistics of all accounts',
    params,
    body: z.object({
      isUndo: z
        .boolean()
        .default(false)
        .describe('At the place that it had until it was unpinned.'),
    }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  unpin: endpoint({
    method: 'DELETE',
    path: `${path}/:questionId`,
    access: 'set-up',
    summary: 'Unpins a question',
    params,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
