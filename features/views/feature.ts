import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { views, viewsChanged } from './contract.ts'

const acts = copy({
  'views.kept': { ro: 'Listă păstrată', en: 'List kept' },
  'views.deleted': { ro: 'Listă păstrată ștearsă', en: 'Kept list deleted' },
  'views.restored': { ro: 'Listă păstrată readusă', en: 'Kept list restored' },
} satisfies Words)

const subjects = copy({
  views: { ro: 'Liste păstrate', en: 'Kept lists' },
} satisfies Words)

const fields = copy({
  list: { ro: 'Lista', en: 'List' },
  sharing: { ro: 'Vizibilă pentru', en: 'Visible to' },
} satisfies Words)

export const feature: Feature = {
  name: 'views',
  endpoints: { views },
  changes: [{ event: viewsChanged, touches: [views.list], restMs: 1000 }],
  acts,
  subjects,
  fields,
}
