import { answersReceived } from '#features/answers/contract.ts'
import { planChanged } from '#features/assignments/contract.ts'
import { formsChanged } from '#features/forms/contract.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { notificationsChanged } from '#features/notifications/contract.ts'
import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import { stationInfoReceived, unplacedChanged } from '#features/visits/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { answersSettled, stations } from './contract.ts'
import { differencesChanged } from './differences-contract.ts'

const acts = copy({
  'stations.differences-exported': {
    ro: 'Diferențele dintre observatori exportate',
    en: 'Differences exported',
  },
  'stations.answer-settled': { ro: 'Diferență lămurită', en: 'Difference settled' },
  'stations.settling-undone': {
    ro: 'Lămurirea unei diferențe anulată',
    en: 'Settling of a difference undone',
  },
} satisfies Words)

const fields = copy({
  settledId: { ro: 'Lămurirea', en: 'Settling' },
} satisfies Words)

const page = [stations.visits, stations.use]

export const feature: Feature = {
  name: 'stations',
  endpoints: { stations },
  changes: [
    ...[
      ...[answersReceived, noteReceived, stationInfoReceived, answersSettled, reviewsChanged],
    ].map((event) => ({ event, touches: page, restMs: 1000 })),
    // Names are shown; test observers are not compared.
    ...[observersChanged, formsChanged].map((event) => ({ event, touches: page })),
    // Reports of a merged station are shown on the remaining one.
    {
      event: placesChanged,
      touches: [...page, stations.unplaced, stations.before],
      restMs: 1000,
    },
    { event: planChanged, touches: [stations.use], restMs: 1000 },
    { event: unplacedChanged, touches: [...page, stations.unplaced], restMs: 1000 },
    // The plan and the recipients of messages are shown.
    ...[notificationsChanged, planChanged, answersReceived, noteReceived, stationInfoReceived].map(
      (event) => ({ event, touches: [stations.messages], restMs: 1000 }),
    ),
    ...[observersChanged, placesChanged].map((event) => ({ event, touches: [stations.messages] })),
    // Answers are compared before they are shown as differences.
    ...[differencesChanged, answersSettled].map((event) => ({
      event,
      touches: [stations.differences, stations.unsettled],
      restMs: 3000,
    })),
    ...[observersChanged, placesChanged, formsChanged].map((event) => ({
      event,
      touches: [stations.differences, stations.unsettled],
    })),
  ],
  acts,
  fields,
}
