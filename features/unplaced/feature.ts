import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { unplacedChanged } from '#features/visits/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { unplaced } from './contract.ts'

const acts = copy({
  'unplaced.dismissed': { ro: 'Element fără loc lăsat deoparte', en: 'Unplaced item dismissed' },
  'unplaced.placed': { ro: 'Element pus la locul lui', en: 'Unplaced item placed' },
  'unplaced.placing-undone': {
    ro: 'Punerea la loc a unui element anulată',
    en: 'Placing of an item undone',
  },
  'unplaced.received': { ro: 'Element fără loc primit', en: 'Unplaced item received' },
  'unplaced.restored': { ro: 'Element fără loc readus', en: 'Unplaced item brought back' },
  'unplaced.superseded': {
    ro: 'Element fără loc înlocuit de ce s-a raportat mai târziu',
    en: 'Unplaced item superseded by a later report',
  },
} satisfies Words)

const subjects = copy({
  unplaced: { ro: 'Ce nu are loc', en: 'Unplaced items' },
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
