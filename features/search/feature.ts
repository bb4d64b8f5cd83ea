import { notificationsChanged } from '#features/notifications/contract.ts'
import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import type { Feature } from '#kit/contract/feature.ts'
import { search } from './contract.ts'

const touches = [search.find]

/** Reports change no hits on screen: nothing moves while it is read. */
export const feature: Feature = {
  name: 'search',
  endpoints: { search },
  changes: [observersChanged, placesChanged, notificationsChanged].map((event) => ({
    event,
    touches,
  })),
}
