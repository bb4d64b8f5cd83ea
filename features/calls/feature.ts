import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { calls, callsChanged } from './contract.ts'

const acts = copy({
  'calls.logged': { ro: 'Apel notat', en: 'Call logged' },
  'calls.undone': { ro: 'Apel anulat', en: 'Call undone' },
} satisfies Words)

const fields = copy({
  callBackAt: { ro: 'De sunat la', en: 'Call back at' },
  outcome: { ro: 'Cum s-a încheiat', en: 'Outcome' },
} satisfies Words)

export const feature: Feature = {
  name: 'calls',
  endpoints: { calls },
  changes: [{ event: callsChanged, touches: [calls.list], restMs: 1000 }],
  acts,
  fields,
}
