import { callsChanged } from '#features/calls/contract.ts'
import { incidentsChanged } from '#features/incidents/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { handover, handoversChanged } from './contract.ts'

const acts = copy({
  'handover.written': { ro: 'Tură predată', en: 'Shift handed over' },
  'handover.deleted': { ro: 'Predare ștearsă', en: 'Handover deleted' },
  'handover.restored': { ro: 'Predare readusă', en: 'Handover restored' },
  'handover.taken': { ro: 'Tură preluată', en: 'Shift taken over' },
  'handover.given-back': { ro: 'Preluare anulată', en: 'Taking over undone' },
} satisfies Words)

const subjects = copy({ handovers: { ro: 'Predări de tură', en: 'Handovers' } } satisfies Words)

const touches = [handover.read]

export const feature: Feature = {
  name: 'handover',
  endpoints: { handover },
  changes: [
    { event: handoversChanged, touches, restMs: 1000 },
    { event: incidentsChanged, touches, restMs: 5000 },
    { event: reviewsChanged, touches, restMs: 5000 },
    { event: callsChanged, touches, restMs: 5000 },
  ],
  acts,
  subjects,
}
