import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { ReportKey } from './incident-contract.ts'

const Pattern = z.object({
  pollingStationId: id('pollingStations').nullable().describe('Null: it is about a county.'),
  countyId: id('areas').nullable(),
  questionId: id('questions').nullable().describe('Null: it is about all questions at a station.'),
})

/** Flagged answers that may be one incident. */
export const Suggestion = Pattern.extend({
  place: z.string().meta({ examples: ['Cluj Dej 12'] }),
  question: z
    .string()
    .meta({ examples: ['A fost sigilată urna?'] })
    .describe('The text of the question, or of the first that was flagged.'),
  reports: z.array(ReportKey),
  from: instant,
  until: instant,
})
export type Suggestion = z.output<typeof Suggestion>

const path = '/api/v1/incident-suggestions'

export const suggestionEndpoints = {
  listSuggestions: endpoint({
    method: 'GET',
    path,
    access: 'review',
    summary: 'Suggests incidents from flagged answers of the last day',
    description:
      'Two reports of a station within 30 minutes, or three with the same question in a county within an hour, without test observers; the newest ten. None with a report that an incident has.',
    reply: z.array(Suggestion),
  }),
  dismissSuggestion: endpoint({
    method: 'POST',
    path: `${path}/dismiss`,
    access: 'review',
    summary: 'Dismisses a suggestion for the caller’s organisation; answers with the id for undo',
    body: Pattern.extend({ until: instant.describe('That of the suggestion, as it was shown.') }),
    reply: id('dismissedSuggestions'),
    problems: ['thing.not-found'],
  }),
  restoreSuggestion: endpoint({
    method: 'DELETE',
    path: `${path}/dismissed/:id`,
    access: 'review',
    summary: 'Undoes the dismissal of a suggestion by the caller',
    params: z.object({ id: id('dismissedSuggestions') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
