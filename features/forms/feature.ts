import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { forms, formsChanged } from './contract.ts'
import { formFiles } from './exchange-contract.ts'
import { translations } from './translation-contract.ts'

const acts = copy({
  'forms.added': { ro: 'Formular adăugat', en: 'Form added' },
  'forms.deleted': { ro: 'Formular șters', en: 'Form deleted' },
  'forms.edited': { ro: 'Formular modificat', en: 'Form edited' },
  'forms.ordered': { ro: 'Formulare reordonate', en: 'Forms put in order' },
  'forms.languages-changed': {
    ro: 'Limbile formularului schimbate',
    en: 'Languages of the form changed',
  },
  'forms.restored': { ro: 'Formular readus', en: 'Form brought back' },
  'forms.translated': { ro: 'Formular tradus', en: 'Form translated' },
} satisfies Words)

const subjects = copy({
  forms: { ro: 'Formulare', en: 'Forms' },
} satisfies Words)

/** Fields of sections, questions and options, which history records under their wire names. */
const fields = copy({
  checks: { ro: 'Controale', en: 'Checks' },
  flagged: { ro: 'Semnalat', en: 'Flagged' },
  formCode: { ro: 'Codul formularului', en: 'Code of the form' },
  formVersion: { ro: 'Versiunea formularului', en: 'Version of the form' },
  hint: { ro: 'Indicație', en: 'Hint' },
  idOption: { ro: 'Opțiunea nr.', en: 'Option no.' },
  idSection: { ro: 'Secțiunea nr.', en: 'Section no.' },
  isFlagged: { ro: 'Semnalat', en: 'Flagged' },
  isFreeText: { ro: 'Cu text liber', en: 'With free text' },
  optionId: { ro: 'Opțiunea nr.', en: 'Option no.' },
  optionsToQuestions: { ro: 'Opțiuni', en: 'Options' },
  isRequired: { ro: 'Obligatorie', en: 'Required' },
  isSeries: { ro: 'Se trimite de mai multe ori', en: 'Sent several times' },
  kind: { ro: 'Felul răspunsului', en: 'Kind of answer' },
  language: { ro: 'Limba', en: 'Language' },
  languages: { ro: 'Limbi', en: 'Languages' },
  max: { ro: 'Maximum', en: 'Maximum' },
  min: { ro: 'Minimum', en: 'Minimum' },
  orderNumber: { ro: 'Ordine', en: 'Order' },
  questionType: { ro: 'Felul întrebării', en: 'Kind of question' },
  questions: { ro: 'Întrebări', en: 'Questions' },
  series: { ro: 'Se trimite de mai multe ori', en: 'Sent several times' },
  shownIf: { ro: 'Apare când', en: 'Shown when' },
  translation: { ro: 'Traducere', en: 'Translation' },
  translations: { ro: 'Traduceri', en: 'Translations' },
  unit: { ro: 'Unitate', en: 'Unit' },
  uniqueId: { ro: 'Identificator', en: 'Identifier' },
} satisfies Words)

export const feature: Feature = {
  name: 'forms',
  endpoints: { forms, formFiles, translations },
  changes: [
    {
      event: formsChanged,
      touches: [
        ...[forms.list, forms.get, forms.whole, forms.option],
        ...[translations.list, translations.get],
      ],
      restMs: 1000,
    },
  ],
  acts,
  subjects,
  fields,
}
