import { assignments, planChanged } from '#features/assignments/contract.ts'
import { places, placesChanged } from '#features/places/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { map, shapesChanged } from './contract.ts'

/** All stations of a county are read again, so rarely enough that a busy evening costs little. */
const pointsMs = 5000

const acts = copy({
  'map.exported': { ro: 'Cifrele hărții exportate', en: 'Figures of the map exported' },
  'map.shapes-removed': { ro: 'Contururi scoase', en: 'Outlines removed' },
  'map.shapes-restored': { ro: 'Contururi readuse', en: 'Outlines brought back' },
  'map.shapes-uploaded': { ro: 'Contururi încărcate', en: 'Outlines uploaded' },
} satisfies Words)

const subjects = copy({
  shape_files: { ro: 'Contururi', en: 'Outlines' },
} satisfies Words)

const fields = copy({
  ofMunicipalities: { ro: 'Ale localităților', en: 'Of municipalities' },
  matched: { ro: 'Potrivite', en: 'Matched' },
  shapes: { ro: 'Contururi', en: 'Outlines' },
} satisfies Words)

export const feature: Feature = {
  name: 'map',
  endpoints: { map },
  changes: [
    // Shares are of the target of coverage.
    { event: planChanged, touches: [map.areas], restMs: pointsMs },
    // Figures of verified reports only.
    {
      event: reviewsChanged,
      touches: [map.areas, map.stations, statistics.list, statistics.trend, assignments.areas],
      restMs: pointsMs,
    },
    {
      event: placesChanged,
      touches: [map.areas, map.stations, map.shapes, map.municipalityShapes],
      restMs: pointsMs,
    },
    {
      event: shapesChanged,
      touches: [map.shapes, map.municipalityShapes, places.stationDoubt],
      restMs: 1000,
    },
  ],
  acts,
  subjects,
  fields,
}
