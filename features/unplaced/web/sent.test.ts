import { expect, test } from 'vitest'
import type { Question } from '#features/forms/contract.ts'
import { stationOf, wordsOf } from './sent.ts'

const question = {
  id: 7,
  code: 'A1',
  text: 'Urna a fost sigilată?',
  optionsToQuestions: [
    { optionId: 21, text: 'Da' },
    { optionId: 22, text: 'Altfel' },
  ],
} as unknown as Question
const questions = new Map([[7, question]])

const answer = (sent: object) => ({ kind: 'answer' as const, sent: { ...sent } })

test('a station is called as the phone called it, by its municipality where it named one', () => {
  expect(stationOf({ sent: { countyCode: 'CJ', pollingStationNumber: '9999' } })).toBe('CJ 9999')
  const both = { countyCode: 'CJ', municipalityCode: 'CJ-N', pollingStationNumber: 4 }
  expect(stationOf({ sent: both })).toBe('CJ-N 4')
  expect(stationOf({ sent: { countyCode: 'CJ', pollingStationNumber: 0 } })).toBe('CJ 0')
  expect(stationOf({ sent: {} })).toBe('')
})

test('an answer is told in the words of its form, with what was written beside it', () => {
  const options = [{ optionId: 21 }, { optionId: 22, value: 'ruptă' }]

  const words = wordsOf(answer({ questionId: 7, options }), questions)

  expect(words).toBe('A1: Urna a fost sigilată? → Da, Altfel: ruptă')
})

test('what no form knows is told by its number, and nothing a phone sends breaks the list', () => {
  const unknown = wordsOf(answer({ questionId: 8, options: [{ optionId: 99 }] }), questions)
  expect(unknown).toBe('Întrebarea nr. 8 → Răspunsul nr. 99')

  expect(wordsOf(answer({ questionId: 7, options: 'none' }), questions)).toContain('retras')
  expect(wordsOf({ kind: 'note', sent: { text: 'Coadă lungă' } }, questions)).toBe('Coadă lungă')
})
