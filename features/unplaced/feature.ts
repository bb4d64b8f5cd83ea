import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { unplacedChanged } from '#features/visits/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { unplaced } from './contract.ts'

const acts = copy({
  'unplaced.dismissed': { ro: 'Trimitere de încadrat respinsă', en: 'Unmatched report dismissed' },
  'unplaced.placed': { ro: 'Trimitere încadrată', en: 'Unmatched report matched' },
  'unplaced.placing-undone': {
    ro: 'Încadrarea unei trimiteri anulată',
    en: 'Matching of a report undone',
  },
  'unplaced.received': { ro: 'Trimitere de încadrat primită', en: 'Unmatched report received' },
  'unplaced.restored': { ro: 'Trimitere de încadrat readusă', en: 'Unmatched report brought back' },
  'unplaced.superseded': {
    ro: 'Trimitere de încadrat înlocuită de ce s-a raportat mai târziu',
    en: 'Unmatched report superseded by a later one',
  },
} satisfies Words)

const subjects = copy({
  unplaced: { ro: 'Trimiteri de încadrat', en: 'Unmatched reports' },
} satisfies Words)

export const feature: Feature = {
  name: 'unplaced',
  endpoints: { unplaced },
  changes: [
    { event: unplacedChanged, touches: [unplaced.list], restMs: 1000 },
    // Names of people and places are shown.
    { event: observersChanged, touches: [unplaced.list] },
    { event: placesChanged, touches: [unplaced.list] },
  ],
  acts,
  subjects,
}
