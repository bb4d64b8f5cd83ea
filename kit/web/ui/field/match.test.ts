import { expect, test } from 'vitest'
import { matchOf } from './match.ts'

const counties = [
  { id: 'CJ', text: 'CJ – Cluj' },
  { id: 'SJ', text: 'SJ – Sălaj' },
  { id: 'S', text: 'S – București' },
  { id: 'W1', text: 'W1 – Warszawa' },
  { id: 'W2', text: 'W2 – Warszawa' },
]

test.each([
  ['its code, in any case', 'cj', 'CJ'],
  ['its name, without its marks', 'salaj', 'SJ'],
  ['its whole text', 'CJ – Cluj', 'CJ'],
  ['a code that others begin with', 's', 'S'],
  ['a part that only one has', 'bucur', 'S'],
  ['its name, with spaces around it', '  Cluj ', 'CJ'],
])('matches typed text by %s', (_how, typed, id) => {
  expect(matchOf(counties, typed)).toMatchObject({ id })
})

test('does not guess when several entries match, or none', () => {
  expect(matchOf(counties, 'Warszawa')).toBe('several')
  expect(matchOf(counties, 'Clouj')).toBe('none')
})
