import { expect, test } from 'vitest'
import { fillBlanks, isCarried, ownBlanks, roomFor, unknownBlank } from './domain.ts'

test('allows a thousand characters in a message when each takes one byte', () => {
  expect(roomFor({ title: 'Hi', message: '' })).toEqual({ title: 198, message: 1000 })
  expect(roomFor({ title: '', message: 'a'.repeat(1003) }).message).toBe(-3)
})

test('letters with accents fill a message sooner, and its title takes from the same room', () => {
  const message = 'ș'.repeat(900)

  expect(roomFor({ title: '', message }).message).toBe(100)
  expect(roomFor({ title: 'ț'.repeat(50), message }).message).toBe(0)
  expect(isCarried({ title: 'ț'.repeat(50), message })).toBe(true)
  expect(isCarried({ title: 'ț'.repeat(51), message })).toBe(false)
})

test('counts a lone surrogate, as keyboards send for a moment, as one character', () => {
  expect(roomFor({ title: '', message: '\ud83d'.repeat(2) }).message).toBe(998)
})

test('names an unknown placeholder, and knows those of both languages', () => {
  const all = ['name', 'station', 'deadline'] as const

  expect(unknownBlank('{name}, {nume}: {station} {secția} {deadline} {ora}', all)).toBeUndefined()
  expect(unknownBlank('{name}, {telefon} {x}', all)).toBe('telefon')
  expect(unknownBlank('{name}, {ora}', ownBlanks)).toBe('ora')
  expect(unknownBlank('{ }', all)).toBe(' ')
})

test.each([
  ['with a comma', 'secția'],
  ['with a cedilla', 'sec\u0163ia'],
  ['decomposed, with a comma', 'sect\u0326ia'],
  ['decomposed, with a cedilla', 'sect\u0327ia'],
  ['without a mark', 'sectia'],
  ['in capitals', 'SECȚIA'],
  ['in English capitals', 'Station'],
])('fills a blank that is typed %s', (_, word) => {
  const text = `Ai fost la {${word}}?`

  expect(unknownBlank(text, ownBlanks)).toBeUndefined()
  expect(fillBlanks(text, { station: 'CJ 12' })).toBe('Ai fost la CJ 12?')
})
