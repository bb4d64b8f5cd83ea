import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { forms, formsChanged } from './contract.ts'

const acts = copy({
  'forms.added': { ro: 'Formular adăugat', en: 'Form added' },
  'forms.deleted': { ro: 'Formular șters', en: 'Form deleted' },
  'forms.edited': { ro: 'Formular modificat', en: 'Form edited' },
  'forms.ordered': { ro: 'Formulare reordonate', en: 'Forms put in order' },
  'forms.restored': { ro: 'Formular readus', en: 'Form brought back' },
} satisfies Words)

const subjects = copy({
  forms: { ro: 'Formulare', en: 'Forms' },
} satisfies Words)

export const feature: Feature = {
  name: 'forms',
  endpoints: { forms },
  changes: [{ event: formsChanged, touches: [forms.list, forms.get, forms.whole], restMs: 1000 }],
  acts,
  subjects,
}
