import { history } from '#features/history/contract.ts'
import type { Invalidation } from '#kit/contract/feature.ts'
import { figuresChanged } from '#kit/contract/figures.ts'
import { announced } from './announced.ts'

const eventInvalidations = announced.flatMap(({ changes: own = [] }) => own)
const events = [...new Set(eventInvalidations.map(({ event }) => event))]

const withFigures = announced
  .flatMap(({ endpoints }) => Object.values(endpoints))
  .flatMap((own) => Object.values(own))
  .filter(({ hasFigures }) => hasFigures)

/** What each event makes stale, whatever page is open. Every act is recorded in history. */
export const invalidations: readonly Invalidation[] = [
  ...eventInvalidations,
  ...events.map((event) => ({ event, touches: [history.list, history.head] })),
  // A report's own event comes before it is counted.
  { event: figuresChanged, touches: withFigures, restMs: 1000 },
]
