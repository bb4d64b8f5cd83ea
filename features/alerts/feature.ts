import { commentsChanged } from '#features/comments/contract.ts'
import { incidentsChanged } from '#features/incidents/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import type { Feature } from '#kit/contract/feature.ts'
import { alerts } from './contract.ts'

/** Events say no more than that something changed, so each screen asks what of it concerns its account. */
const sources = [commentsChanged, incidentsChanged, reviewsChanged]

export const feature: Feature = {
  name: 'alerts',
  endpoints: { alerts },
  changes: sources.map((event) => ({ event, touches: [alerts.list], restMs: 3000 })),
}
