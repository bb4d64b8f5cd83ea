import { expect, test } from 'vitest'
import type { NewForm } from '../../exchange-contract.ts'
import { bodyOf } from '../editor/form-parts.ts'
import { draftOfNew } from './beginning.ts'

const hungarian = (text: string) => ({ hu: { text: { to: `[${text}]`, from: text } } })
const field = {
  ...{ text: 'Răspuns', hint: null, isFreeText: true, flagged: false },
  translations: hungarian('Răspuns'),
}

test('keeps the translations of an imported form, also of the field of a value', () => {
  const plain = { hint: null, isRequired: false, min: null, max: null, unit: '' }
  const form: NewForm = {
    ...{ code: 'T', description: 'Urna', details: '', diaspora: false, series: false },
    ...{ language: 'ro', languages: ['hu'], translations: hungarian('Urna') },
    formSections: [
      {
        ...{ code: 'S', description: 'Sala', translations: hungarian('Sala') },
        questions: [
          {
            ...{ ...plain, code: 'a', text: 'Câți?', questionType: 2, kind: 'whole' },
            ...{ translations: hungarian('Câți?'), optionsToQuestions: [field] },
          },
        ],
      },
    ],
  }

  expect(bodyOf(draftOfNew(form))).toMatchObject({
    ...{ language: 'ro', languages: ['hu'], translations: hungarian('Urna') },
    formSections: [
      {
        translations: hungarian('Sala'),
        questions: [
          {
            translations: hungarian('Câți?'),
            optionsToQuestions: [{ translations: hungarian('Răspuns') }],
          },
        ],
      },
    ],
  })
})
