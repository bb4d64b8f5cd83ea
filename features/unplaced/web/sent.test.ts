import { expect, test } from 'vitest'
import type { Question } from '#features/forms/contract.ts'
import { stationOf, wordsOf } from './sent.ts'
import type { QuestionOf } from './use-questions.ts'

const question = {
  id: 7,
  code: 'A1',
  text: 'Urna a fost sigilată?',
  optionsToQuestions: [
    { optionId: 21, text: 'Da' },
    { optionId: 22, text: 'Altfel' },
  ],
} as unknown as Question
const older = { ...question, text: 'A fost urna sigilată?', optionsToQuestions: [] }
const questions: QuestionOf = (id, version) =>
  id === 7 ? (version === 1 ? older : question) : undefined

const answer = (sent: object, formVersion: number | null = null) => ({
  kind: 'answer' as const,
  sent: { ...sent },
  formVersion,
})

test('names a station by the phone’s address, with the municipality if sent', () => {
  expect(stationOf({ sent: { countyCode: 'CJ', pollingStationNumber: '9999' } })).toBe('CJ 9999')
  const both = { countyCode: 'CJ', municipalityCode: 'CJ-N', pollingStationNumber: 4 }
  expect(stationOf({ sent: both })).toBe('CJ-N 4')
  expect(stationOf({ sent: { countyCode: 'CJ', pollingStationNumber: 0 } })).toBe('CJ 0')
  expect(stationOf({ sent: {} })).toBe('')
})

test('shows an answer in its form’s wording, with the free text', () => {
  const options = [{ optionId: 21 }, { optionId: 22, value: 'ruptă' }]

  const words = wordsOf(answer({ questionId: 7, options }), questions)

  expect(words).toBe('A1: Urna a fost sigilată? → Da, Altfel: ruptă')
})

test('shows an answer in its version’s wording, and falls back to the current version', () => {
  const options = [{ optionId: 21 }]

  const words = wordsOf(answer({ questionId: 7, options }, 1), questions)

  expect(words).toBe('A1: A fost urna sigilată? → Da')
})

test('shows unknown questions by number, and survives any phone input', () => {
  const unknown = wordsOf(answer({ questionId: 8, options: [{ optionId: 99 }] }), questions)
  expect(unknown).toBe('Întrebarea nr. 8 → Răspunsul nr. 99')

  expect(wordsOf(answer({ questionId: 7, options: 'none' }), questions)).toContain('retras')
  expect(wordsOf({ ...answer({ text: 'Coadă lungă' }), kind: 'note' }, questions)).toBe(
    'Coadă lungă',
  )
})
