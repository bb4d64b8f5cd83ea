import * as z from 'zod'
import { FoundMunicipality, FoundStation } from '#features/places/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { filledLine } from '#kit/contract/value/text.ts'

export const FoundObserver = z.object({
  id: id('observers'),
  name: z.string().meta({ examples: ['Ioana Pop'] }),
  phone: z.string().meta({ examples: ['0722 000 001'] }),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
})
export type FoundObserver = z.output<typeof FoundObserver>

/** The part of a text around the first word that matches. */
export const Snippet = z.object({
  before: z.string().meta({ examples: ['Ușa era '] }),
  match: z.string().meta({ examples: ['deschisă'] }),
  after: z.string().meta({ examples: [' la sosire.'] }),
})
export type Snippet = z.output<typeof Snippet>

/** A note or the text of an answer, and the report that it is part of. */
export const FoundText = z.object({
  id: z.string().meta({ examples: ['12'] }),
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  pollingStationId: id('pollingStations'),
  pollingStationName: z.string().meta({ examples: ['Cluj Dej 12'] }),
  formId: id('forms').nullable().describe('Null: about the station.'),
  at: instant,
  snippet: Snippet,
})
export type FoundText = z.output<typeof FoundText>

export const FoundMessage = z.object({
  id: id('notifications'),
  title: z.string().meta({ examples: ['Secția se închide la 21:00'] }),
  at: instant.describe('When it is or was sent.'),
  snippet: Snippet,
})
export type FoundMessage = z.output<typeof FoundMessage>

const found = <Hit extends z.ZodType>(hit: Hit) =>
  z.object({ hits: z.array(hit), hasMore: z.boolean() })

/** The best hits of each kind. A new kind is a line here, and in `finders` of `server/queries.ts`. */
export const Found = z.object({
  observers: found(FoundObserver),
  municipalities: found(FoundMunicipality),
  stations: found(FoundStation),
  notes: found(FoundText),
  answers: found(FoundText),
  messages: found(FoundMessage),
})
export type Found = z.output<typeof Found>

/** The most hits of a kind. */
export const mostHits = 5

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    access: 'read',
    summary: 'Finds observers, places, notes, answers and messages by typed text',
    description:
      'Every word must match; capitals and accents do not matter, and parts of words are enough. Observers are found by name, also with a typing mistake, or by part of a phone. Notes, texts of answers and messages need a word of three characters or more. Five of each; `hasMore` asks for a narrower search.',
    query: z.object({ q: personal(filledLine(200).meta({ examples: ['CJ 12'] })) }),
    reply: Found,
  }),
}
