import { expect, test } from 'vitest'
import { type Expression, readExpression } from '../../expression-domain.ts'
import type { LogicQuestion } from '../../operand-domain.ts'
import { blankDraft, blankOption, blankQuestion, type Draft } from '../editor/form-parts.ts'
import { fieldId } from '../editor/form-problems.ts'
import { explain } from './explain.ts'
import { notesOn } from './logic-notes.ts'
import { suggestionsFor } from './suggestions.ts'

const known = new Map<string, LogicQuestion>(
  [
    {
      code: 'A1',
      kind: 'choice' as const,
      optionsToQuestions: [{ text: 'Da' }, { text: 'Nu știu' }],
    },
    { code: 'A2', kind: 'whole' as const, optionsToQuestions: [] },
    { code: 'T-1', kind: 'time' as const, optionsToQuestions: [] },
  ].map((one) => [one.code, one]),
)

test.each([
  ['A1 = 2', 'la A1 s-a ales „Nu știu”'],
  ['not (A1 = 1 and A2 > 3)', 'nu e adevărat că (la A1 s-a ales „Da” și A2 este peste 3)'],
  ['A2 <= station.voters', 'A2 este cel mult numărul alegătorilor înscriși'],
  ['(A2 + 1) * 2 = 4 or A2 = 0', '(A2 + 1) × 2 este 4 sau A2 este 0'],
  ['[T-1] < "7:00"', 'T-1 este înainte de „7:00”'],
  ['answered(A1, A2)', 'la A1, A2 s-a răspuns'],
])('says %s in words', (text, words) => {
  expect(explain(readExpression(text) as Expression, known)).toBe(words)
})

test.each([
  ['A', ['A1', 'A2', 'answered(']],
  ['A2 > 1 and t', ['[T-1]']],
  ['A1 = "n', ['"Nu știu"']],
  ['A1 !=', ['"Da"', '"Nu știu"']],
  ['A2 > ', []],
  ['A2 = 1', []],
])('goes on from %s with the names and options that fit', (text, words) => {
  expect(suggestionsFor(text, known).map(({ word }) => word)).toEqual(words)
})

test('completes the last word alone', () => {
  expect(suggestionsFor('A1 = "n', known)[0]?.text).toBe('A1 = "Nu știu"')
})

test('notes at each field what it says, or the first mistake', () => {
  const [section] = blankDraft().sections
  const [first, second] = ['A1', 'A2'].map((code) => ({ ...blankQuestion(code), key: code }))
  const draft: Draft = {
    ...blankDraft(),
    sections: [
      {
        ...section!,
        questions: [
          { ...first!, options: [blankOption('Da')] },
          {
            ...second!,
            kind: 'whole',
            shownIf: 'A1 = "Da"',
            checks: [{ expression: 'A3 = 1', severity: 'error', message: { ro: '', en: '' } }],
          },
        ],
      },
    ],
  }

  const notes = notesOn(draft)
  expect(notes.get(fieldId('A2', 'shownIf'))).toMatchObject({
    words: 'la A1 s-a ales „Da”',
    error: undefined,
  })
  expect(notes.get(fieldId('A2', 'checks.0.expression'))?.error).toBe('Nu există întrebarea A3.')
})
