import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { hooks, hooksChanged } from './contract.ts'

const acts = copy({
  'hooks.added': { ro: 'Web hook adăugat', en: 'Web hook added' },
  'hooks.turned-on': { ro: 'Web hook pornit', en: 'Web hook switched on' },
  'hooks.turned-off': { ro: 'Web hook oprit', en: 'Web hook switched off' },
  'hooks.secret-replaced': {
    ro: 'Secretul unui web hook înlocuit',
    en: 'Secret of a web hook replaced',
  },
  'hooks.removed': { ro: 'Web hook șters', en: 'Web hook deleted' },
  'hooks.replayed': { ro: 'Livrare trimisă din nou', en: 'Delivery sent again' },
  'hooks.tested': { ro: 'Eveniment de probă trimis', en: 'Test event sent' },
} satisfies Words)

const subjects = copy({
  hooks: { ro: 'Web hook-uri', en: 'Web hooks' },
} satisfies Words)

const fields = copy({
  kinds: { ro: 'Evenimente', en: 'Events' },
  offReason: { ro: 'De ce e oprit', en: 'Why it is off' },
  messageId: { ro: 'Livrarea (id)', en: 'Delivery (id)' },
} satisfies Words)

export const feature: Feature = {
  name: 'hooks',
  endpoints: { hooks },
  changes: [{ event: hooksChanged, touches: [hooks.list, hooks.log], restMs: 1000 }],
  acts,
  subjects,
  fields,
}
