import { history } from '#features/history/contract.ts'
import type { Invalidation } from '#kit/contract/feature.ts'
import { announced } from './announced.ts'

const eventInvalidations = announced.flatMap(({ changes: own = [] }) => own)
const events = [...new Set(eventInvalidations.map(({ event }) => event))]

/** What each event makes stale, whatever page is open. Every act is recorded in history. */
export const invalidations: readonly Invalidation[] = [
  ...eventInvalidations,
  ...events.map((event) => ({ event, touches: [history.list, history.head] })),
]
