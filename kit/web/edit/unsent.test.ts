import { expect, test } from 'vitest'
import { unsentOf } from './unsent.ts'

test.each([
  ['nothing', 'Sunat.', ''],
  ['what was added', 'Sunat. Revin la 3.', 'Revin la 3.'],
  ['a text that was changed at its beginning', 'A sunat.', 'A sunat.'],
])('leaves %s of a text that was sent', (_, text, left) => {
  expect(unsentOf(text, 'Sunat.')).toBe(left)
})
