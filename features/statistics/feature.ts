import { placesChanged } from '#features/places/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { statistics } from './contract.ts'

const acts = copy({
  'statistics.exported': { ro: 'Statistici exportate', en: 'Statistics exported' },
} satisfies Words)

export const feature: Feature = {
  name: 'statistics',
  endpoints: { statistics },
  changes: [
    // Names of places are shown.
    { event: placesChanged, touches: [statistics.list] },
  ],
  acts,
}
