import { history } from '#features/history/contract.ts'
import type { Invalidation } from '#kit/contract/feature.ts'
import { announced } from './announced.ts'

const eventInvalidations = announced.flatMap(({ changes: own = [] }) => own)
const events = [...new Set(eventInvalidations.map(({ event }) => event))]

/** What each announcement makes old, whatever page is open. All that is done stands in history. */
export const invalidations: readonly Invalidation[] = [
  ...eventInvalidations,
  ...events.map((event) => ({ event, touches: [history.list, history.head] })),
]
