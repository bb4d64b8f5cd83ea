import { expect, test } from 'vitest'
import { changesOf } from './task-words.ts'

test('shows the counts of an import, and refused rows only if there are any', () => {
  const counts = { added: 3, changed: 0, unchanged: 12 }

  expect(changesOf({ counts, refused: 0 })).toBe('adăugate: 3 · modificate: 0 · neschimbate: 12')
  expect(changesOf({ counts: { added: 1 }, refused: 2 })).toBe('adăugate: 1 · refuzate: 2')
})
