import { useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { maybe } from '#kit/web/search.ts'
import { severities, states } from '../domain.ts'

/** The filters of the list, its page, and whether it is shown as a board. */
export const IncidentSearch = z.object({
  state: maybe(z.enum(states)),
  severity: maybe(z.enum(severities)),
  category: maybe(z.string().max(40)),
  county: maybe(z.string().max(256)),
  owner: maybe(z.enum(['me', 'none'])),
  view: maybe(z.literal('board')),
  page: maybe(whole(1, largestInteger)),
})
export type IncidentSearch = z.output<typeof IncidentSearch>

/** The state in the URL. Read here, because the first script does without the words of the filters. */
export const useIncidentSearch = (): IncidentSearch =>
  IncidentSearch.parse(useSearch({ from: '/signed-in/incidents' }))
