import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Section } from '../contract.ts'
import type { TextToTranslate } from '../translation-contract.ts'
import { readTexts, writeTexts } from './rows-domain.ts'
import { canonicalTag } from './tag-domain.ts'
import { currentTexts, keyParts, stateOf, textsOf, titleIn, translated } from './texts-domain.ts'

const question = (id: number, text: string, more: object = {}) => ({
  ...{ id, formCode: 'A', idSection: 1, code: `A${id}`, text, hint: null, questionType: 1 },
  ...{ orderNumber: id, optionsToQuestions: [], ...more },
})
const option = (id: number, text: string) => ({
  ...{ id, optionId: id, idOption: id, text, hint: '', isFreeText: false, flagged: false },
  orderNumber: id,
})
const section = (...questions: object[]) =>
  Section.parse({
    ...{ id: 1, uniqueId: 'A1', code: 'A1', description: 'Urna', orderNumber: 1, questions },
  })
const content = {
  error: { ro: 'Nu', en: 'No' },
  options: [option(1, 'Da'), option(2, 'Nu "încă"')],
}

test('translates texts by their key and leaves the rest of the form alone', () => {
  const form = [
    section(question(1, 'Sigilată?', { hint: 'Vezi', optionsToQuestions: content.options })),
  ]

  const [theirs] = translated(form, (key) => (key.startsWith('section') ? undefined : `[${key}]`))

  expect(theirs).toMatchObject({
    description: 'Urna',
    questions: [
      {
        id: 1,
        text: '[question-1-text]',
        hint: '[question-1-hint]',
        optionsToQuestions: [{ id: 1, text: '[option-1-text]' }, { id: 2 }],
      },
    ],
  })
  expect(translated(form, () => undefined)).toEqual(form)
})

test.each([
  ['A1 = "Da"', 'A1 = 1'],
  [`not (A1 != 'da') and A1 = „Nu "încă"”`, 'not (A1 != 1) and A1 = 2'],
  ['A1 = 2 or A2 = "Da"', 'A1 = 2 or A2 = "Da"'],
  ['A1 = "Poate" or', 'A1 = "Poate" or'],
])('names options by place in the condition %s, as they have another text', (own, theirs) => {
  const check = { expression: own, severity: 'error', message: content.error }
  const form = [
    section(
      question(1, 'Sigilată?', { optionsToQuestions: content.options }),
      question(2, 'De ce?', { kind: 'line', questionType: 2 }),
      question(3, 'Cine?', { shownIf: own, checks: [check] }),
    ),
  ]

  const [{ questions }] = translated(form, () => undefined) as [Section]

  expect(questions[2]).toMatchObject({ shownIf: theirs, checks: [{ expression: theirs }] })
})

test('finds a translation until its text changes', () => {
  const stored = new Map([['question-1', { hu: { text: { to: 'Igen?', from: 'Da?' } } }]])
  const find = currentTexts(stored, 'hu')

  expect(find('question-1-text', 'Da?')).toBe('Igen?')
  expect(find('question-1-text', 'Nu?')).toBeUndefined()
  expect(find('question-1-hint', 'Da?')).toBeUndefined()
  expect(currentTexts(stored, 'de')('question-1-text', 'Da?')).toBeUndefined()
  expect(stateOf('Nu?', { to: 'Igen?', from: 'Da?' })).toBe('outdated')
  expect(keyParts('question-1-code')).toBeUndefined()
})

test.each([
  [['hu', 'de', 'ro'], 'Eröffnung'],
  [['hu', 'ro', 'de'], 'Deschidere'],
  [['uk', 'fr', 'hu'], 'Deschidere'],
  [[], 'Deschidere'],
])(
  'titles a form for a phone that prefers %j in a language with a current title',
  (preferred, title) => {
    const form = {
      ...{ description: 'Deschidere', language: 'ro', languages: ['de', 'hu', 'uk'] },
      translations: {
        de: { text: { to: 'Eröffnung', from: 'Deschidere' } },
        fr: { text: { to: 'Ouverture', from: 'Deschidere' } },
        hu: { text: { to: 'Zárás', from: 'Închidere' } },
        ro: { text: { to: 'Deschiderea', from: 'Deschidere' } },
      },
    }

    expect(titleIn(preferred, form)).toBe(title)
  },
)

test.each([
  ['hu-hu', 'hu-HU'],
  ['SR-latn-rs-1994', 'sr-Latn-RS-1994'],
  ['iw', 'he'],
  ['en-x-test', undefined],
  ['x-test', undefined],
  ['pt-u-ca', undefined],
  ['de-t-it', undefined],
  ['nici una', undefined],
])('takes only a language, script, region and variants as a tag: %s', (typed, tag) => {
  expect(canonicalTag(typed)).toBe(tag)
})

test('lists the texts of a form in its order, without empty ones', () => {
  const form = {
    ...{ id: 7 as never, code: 'A', description: 'Deschidere' },
    formSections: [section(question(1, 'Da?', { optionsToQuestions: [option(1, '')] }))],
  }

  expect(textsOf(form).map(({ key }) => key)).toEqual([
    'form-7-text',
    'section-1-text',
    'question-1-text',
  ])
})

const line = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((text) => text.replace(/\s+/g, ' ').trim())
const texts: fc.Arbitrary<TextToTranslate[]> = fc
  .array(fc.record({ code: line, text: line.filter(Boolean), to: line }), { maxLength: 20 })
  .map((all) =>
    all.map(({ code, text, to }, id) => ({
      ...{ key: `option-${id}-text`, part: 'option', field: 'text', code, text, to, from: text },
    })),
  )

test('reads back every translation that it writes', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const { headings, rows } = writeTexts(all, ['ro', 'hu'])
      const lines = rows.map((cells, place) => ({ line: place + 2, cells }))
      const blank = all.map((text) => ({ ...text, to: '', from: '' }))

      const { texts: read, findings } = readTexts({ headings, rows: lines }, blank)

      expect(findings).toEqual([])
      expect(read).toEqual(
        all.filter(({ to }) => to !== '').map(({ key, to, from }) => ({ key, to, from })),
      )
    }),
  )
})
