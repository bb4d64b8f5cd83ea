import { expect, test } from 'vitest'
import { digestOfKey, isAccessKey, newAccessKey } from './access-key.ts'

test('makes different keys with a prefix and a checksum', () => {
  const [{ key: one, digest }, { key: other }] = [newAccessKey(), newAccessKey()]

  expect(one).toMatch(/^veghe_[0-9a-f]{72}$/)
  expect(one).not.toBe(other)
  expect(isAccessKey(one)).toBe(true)
  expect(digestOfKey(one)).toEqual(digest)
})

test('refuses a key with a wrong character, a missing one, or nothing else', () => {
  const { key } = newAccessKey()
  const typo = `${key.slice(0, 20)}${key[20] === '0' ? '1' : '0'}${key.slice(21)}`

  for (const wrong of [typo, key.slice(0, -1), `${key}0`, 'veghe_', key.toUpperCase()])
    expect(digestOfKey(wrong)).toBeUndefined()
})
