import { accountsChanged } from '#features/accounts/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { keys, keysChanged } from './contract.ts'

const acts = copy({
  'keys.county-renamed': { ro: 'Județ redenumit', en: 'County renamed' },
  'keys.made': { ro: 'Cheie de acces făcută', en: 'Access key made' },
  'keys.revoked': { ro: 'Cheie de acces revocată', en: 'Access key revoked' },
} satisfies Words)

const subjects = copy({
  keys: { ro: 'Chei de acces', en: 'Access keys' },
} satisfies Words)

const fields = copy({
  isReadOnly: { ro: 'Doar citire', en: 'Read-only' },
  expiresAt: { ro: 'Expiră', en: 'Expires' },
} satisfies Words)

export const feature: Feature = {
  name: 'keys',
  endpoints: { keys },
  changes: [
    { event: keysChanged, touches: [keys.list], restMs: 1000 },
    { event: accountsChanged, touches: [keys.list] },
  ],
  acts,
  subjects,
  fields,
}
