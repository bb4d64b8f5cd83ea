import { answersReceived } from '#features/answers/contract.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { notificationsChanged } from '#features/notifications/contract.ts'
import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import { stationInfoReceived } from '#features/visits/contract.ts'
import type { Feature } from '#kit/contract/feature.ts'
import { contacts } from './contract.ts'

const touches = [contacts.find]

export const feature: Feature = {
  name: 'contacts',
  endpoints: { contacts },
  changes: [
    ...[
      ...[answersReceived, noteReceived, stationInfoReceived, notificationsChanged, reviewsChanged],
    ].map((event) => ({ event, touches, restMs: 1000 })),
    ...[observersChanged, placesChanged].map((event) => ({ event, touches })),
  ],
}
