import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { history } from './contract.ts'

const acts = copy({
  'history.head-accepted': {
    ro: 'Ultimul sigiliu acceptat așa cum este',
    en: 'Latest seal accepted unchanged',
  },
  'history.proof-begun': { ro: 'Verificare pornită', en: 'Proof begun' },
  'history.proof-stopped': { ro: 'Verificare oprită', en: 'Proof stopped' },
  'history.head-downloaded': {
    ro: 'Ultimul sigiliu descărcat',
    en: 'Latest seal downloaded',
  },
} satisfies Words)

const subjects = copy({
  history: { ro: 'Istoric', en: 'History' },
} satisfies Words)

export const feature: Feature = {
  name: 'history',
  endpoints: { history },
  acts,
  subjects,
}
