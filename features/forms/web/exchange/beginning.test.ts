import { expect, test } from 'vitest'
import type { NewForm } from '../../exchange-contract.ts'
import { bodyOf } from '../editor/form-parts.ts'
import { draftOfNew } from './beginning.ts'

const said = (text: string) => ({ hu: { text: { to: `[${text}]`, from: text } } })
const field = {
  ...{ text: 'Răspuns', hint: null, isFreeText: true, flagged: false },
  translations: said('Răspuns'),
}

test('keeps the translations of an imported form, also of the field of a value', () => {
  const asked = { hint: null, isRequired: false, min: null, max: null, unit: '' }
  const form: NewForm = {
    ...{ code: 'T', description: 'Urna', details: '', diaspora: false, series: false },
    ...{ language: 'ro', languages: ['hu'], translations: said('Urna') },
    formSections: [
      {
        ...{ code: 'S', description: 'Sala', translations: said('Sala') },
        questions: [
          {
            ...{ ...asked, code: 'a', text: 'Câți?', questionType: 2, kind: 'whole' },
            ...{ translations: said('Câți?'), optionsToQuestions: [field] },
          },
        ],
      },
    ],
  }

  expect(bodyOf(draftOfNew(form))).toMatchObject({
    ...{ language: 'ro', languages: ['hu'], translations: said('Urna') },
    formSections: [
      {
        translations: said('Sala'),
        questions: [
          {
            translations: said('Câți?'),
            optionsToQuestions: [{ translations: said('Răspuns') }],
          },
        ],
      },
    ],
  })
})
