import { expect, test } from 'vitest'
import { isAppCode, plainCode, recoveryCodeOf } from './domain.ts'

test('a recovery code is twelve letters in three groups, none of which is read as another', () => {
  const code = recoveryCodeOf(Uint8Array.from({ length: 12 }, (_, index) => index * 21))

  expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/)
})

test.each([
  ['492 039', '492039', true],
  ['492039', '492039', true],
  ['K4MP 7wqx-n2ht', 'k4mp7wqxn2ht', false],
  ['49203', '49203', false],
])('%s is compared as %s', (typed, plain, isOfApp) => {
  expect(plainCode(typed)).toBe(plain)
  expect(isAppCode(plainCode(typed))).toBe(isOfApp)
})
