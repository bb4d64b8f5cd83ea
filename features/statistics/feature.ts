import { answersReceived } from '#features/answers/contract.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { stationInfoReceived } from '#features/visits/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { statistics } from './contract.ts'

/** Counting costs more than reading one report, and nobody reads numbers that change every second. */
const countingMs = 4000

const counts = [statistics.list, statistics.trend]

const acts = copy({
  'statistics.exported': { ro: 'Statistici exportate', en: 'Statistics exported' },
} satisfies Words)

export const feature: Feature = {
  name: 'statistics',
  endpoints: { statistics },
  changes: [
    { event: answersReceived, touches: counts, restMs: countingMs },
    ...[noteReceived, stationInfoReceived, observersChanged, placesChanged].map((event) => ({
      event,
      touches: counts,
    })),
  ],
  acts,
}
