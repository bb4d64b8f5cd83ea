import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('matches the standard digest at every length around a block', () => {
  for (const letter of ['a', 'ș', '😀'])
    for (let length = 0; length <= 200; length++) {
      const text = letter.repeat(length)
      expect(sha256(text)).toBe(hash('sha256', text))
    }
})

test('includes the bytes before a text in its digest', () => {
  const before = hash('sha256', 'the seal before')
  const whole = Buffer.concat([Buffer.from(before, 'hex'), Buffer.from('[1,"Șerban"]')])

  expect(sha256('[1,"Șerban"]', before)).toBe(hash('sha256', whole))
})
