import { expect, test } from 'vitest'
import { parse } from '#kit/contract/parse.ts'
import { QuestionDraft } from './contract.ts'
import { detailsOf, fieldText } from './details-domain.ts'
import { gapsOf } from './gaps-domain.ts'
import { Asked } from './kind-contract.ts'

const draft = (more: object) =>
  parse(QuestionDraft, { code: 'T1', text: 'Câți au votat?', questionType: 2, ...more })

const turnout = Asked.parse({ kind: 'whole', isRequired: true, min: 0, max: 3000, unit: 'voturi' })

test.each<[string, object, Asked]>([
  ['keeps all of it for a client that sends none', {}, turnout],
  [
    'changes what is sent and keeps the rest',
    { max: null, unit: 'oameni' },
    { ...turnout, max: null, unit: 'oameni' },
  ],
  ['drops the range of a date', { kind: 'date' }, Asked.parse({ kind: 'date', isRequired: true })],
  [
    'gives a rating five points',
    { kind: 'rating' },
    { ...turnout, kind: 'rating', max: 5, unit: '' },
  ],
  [
    'makes a choice of a question that got options',
    { optionsToQuestions: [{ text: 'Da' }, { text: 'Nu' }] },
    Asked.parse({ isRequired: true }),
  ],
  [
    'makes a choice of a question of another type',
    { questionType: 1 },
    Asked.parse({ isRequired: true }),
  ],
])('saving a question %s', (_what, more, details) => {
  expect(detailsOf(draft(more), turnout)).toEqual(kindWithMin(details))
})

/** A rating begins with 1. */
const kindWithMin = (details: Asked) =>
  details.kind === 'rating' ? { ...details, min: 1 } : details

test.each<[Partial<Asked>, string]>([
  [{ kind: 'line' }, 'Răspuns'],
  [{ kind: 'whole', min: 0, max: 3000, unit: 'voturi' }, 'Răspuns (0–3000 voturi)'],
  [{ kind: 'decimal', max: 0.5 }, 'Răspuns (≤ 0,5)'],
  [{ kind: 'rating', min: 1, max: 5 }, 'Răspuns (1–5)'],
  [{ kind: 'time' }, 'Răspuns (hh:mm)'],
])('older phones show %j as %s', (details, text) => {
  expect(fieldText(Asked.parse(details))).toBe(text)
})

test.each([
  ['whole', 5, 3, ['The largest number is below the smallest']],
  ['whole', 3, 3, []],
  ['decimal', null, 3, []],
  ['rating', 1, 11, ['A rating has 2 to 10 points']],
  ['rating', 1, 2.5, ['A rating has 2 to 10 points']],
  ['rating', null, null, []],
] as const)('gaps of a %s from %s to %s', (kind, min, max, messages) => {
  const gaps = gapsOf({ formSections: [{ questions: [{ text: 'Da?', kind, min, max }] }] })

  expect(gaps.map(({ message }) => message)).toEqual(messages)
  for (const { path } of gaps) expect(path).toEqual(['formSections', 0, 'questions', 0, 'max'])
})
