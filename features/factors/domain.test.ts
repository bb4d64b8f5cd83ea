import { expect, test } from 'vitest'
import { isAppCode, makeRecoveryCode, plainCode } from './domain.ts'

test('recovery codes have 128 bits, in groups of four unambiguous characters', () => {
  const counts = new Set<number>()
  let next = 0
  const code = makeRecoveryCode((below) => {
    counts.add(below)
    return next++ % below
  })

  expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){6}[a-hjkmnp-z2-9]{2}$/)
  const bits = [...counts].map(Math.log2).reduce((sum, each) => sum + each) * next
  expect(bits).toBeGreaterThan(128)
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
