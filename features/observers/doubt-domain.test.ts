import { expect, test } from 'vitest'
import { judgeNumber } from '#kit/server/phone-number.ts'
import {
  areStrangers,
  countPin,
  isTypeable,
  nameKey,
  type PinLengths,
  phoneDoubt,
  pinDoubt,
} from './doubt-domain.ts'

const doubtOf = (typed: string, country = 'RO') =>
  phoneDoubt(typed, judgeNumber(typed, country).misfit)

test.each([
  ['0722 000 001', 'RO'],
  ['+40 722 000 001', 'RO'],
  ['0040722000001', 'RO'],
  ['+373 69 123 456', 'RO'],
  ['tel. 0722.000.001', 'RO'],
  ['0722 000 001 (mama)', 'RO'],
  ['06 12 34 56 78', 'FR'],
  ['0171 1234567', 'DE'],
  ['(0)69 123 456', 'MD'],
  ['212-555-1234', 'US'],
  ['20 12 34 56', 'DK'],
])('accepts a phone that can be dialled: %s in %s', (typed, country) => {
  expect(doubtOf(typed, country)).toBeUndefined()
})

test.each([
  ['phone.short', '0722 000 01', 'RO'],
  ['phone.short', '0722', 'RO'],
  ['phone.short', '+40 722 000 00', 'RO'],
  ['phone.short', '06 12 34 56 7', 'FR'],
  ['phone.short', '06912345', 'MD'],
  ['phone.short', '07********', 'RO'],
  ['phone.short', '0722 ___ 001', 'RO'],
  ['phone.long', '0722 000 0012', 'RO'],
  ['phone.long', '00407220000011', 'RO'],
  ['phone.long', '06 12 34 56 78 9', 'FR'],
  ['phone.long', '0722 000 001 (2)', 'RO'],
  ['phone.long', '+373 69 123 4567', 'MD'],
  ['phone.unknown', '0522 000 001', 'RO'],
  ['phone.unknown', '0000000000', 'RO'],
  ['phone.unknown', '112-555-1234', 'US'],
  ['phone.words', '07xx 12', 'RO'],
  ['phone.words', '0722 mama 001', 'RO'],
  ['phone.words', '0722O00001', 'RO'],
  ['phone.words', 'fără telefon 2', 'RO'],
  ['phone.words', 'same as row 12', 'RO'],
  ['phone.extension', '021 312 34 56 ext. 12', 'RO'],
  ['phone.extension', '021 312 34 56 int 5', 'RO'],
  ['phone.extension', '0213123456x204', 'RO'],
  ['phone.extension', '0213123456 #3', 'RO'],
  ['phone.extension', '030 123456 Durchwahl 12', 'DE'],
  ['phone.extension', '01 23 45 67 89 poste 7', 'FR'],
])('says %s of the phone %s in %s', (doubt, typed, country) => {
  expect(doubtOf(typed, country)).toBe(doubt)
})

const lengthsOf = (pins: readonly string[]): PinLengths => {
  const lengths: PinLengths = { total: 0, counts: new Map() }
  for (const pin of pins) countPin(lengths, pin)
  return lengths
}

test.each([
  ['12345', ['123456', '234567', '12345']],
  ['1234', ['123456', '234567', '345678', '1234']],
  ['9999999', ['12345678', '23456789', '34567890', '9999999']],
  ['48213', [...Array<string>(90).fill('482130'), ...Array<string>(10).fill('48213')]],
])('reports the PIN %s as shorter than nearly all others of its column', (pin, column) => {
  expect(pinDoubt(pin, lengthsOf(column))).toBe('pin.short')
})

test.each([
  ['alone in its column', '1234', ['1234']],
  ['beside a single other one', '1234', ['1234', '123456']],
  ['in a column of all lengths', '1234', ['1234', '123456', '12345', '12345678', '1234567']],
  ['as long as the others', '123456', ['123456', '234567', '12345']],
  ['longer than the others', '1234567', ['123456', '234567', '1234567']],
  ['a word beside longer numbers', 'mama', ['123456', '234567', '345678', 'mama']],
  ['a number beside words', '1234', ['ioana-12', 'petru-34', 'maria-56', '1234', '12345']],
])('does not report a PIN as short: %s', (_what, pin, column) => {
  expect(pinDoubt(pin, lengthsOf(column))).toBeUndefined()
})

test.each(['1234', 'țară-48', 'пароль1', 'πιν1', 'a b c d', '100€', '§1a?', '密码密码'])(
  'accepts the PIN %s as typeable on a phone',
  (pin) => {
    expect(isTypeable(pin)).toBe(true)
  },
)

test.each([
  '12½3',
  '123²',
  '12…4',
  'oﬁce1',
  '1234\u2713',
  'a\tb12',
  '①②③④',
  '12🔑34',
  '“1234”',
  '𝟙𝟚𝟛𝟜',
])('reports the PIN %s as untypeable on a phone', (pin) => {
  expect(pinDoubt(pin)).toBe('pin.untypeable')
})

test.each([
  ['Ioana Pop', 'POP Ioana'],
  ['Ștefan Țurcanu', 'Stefan Turcanu'],
  ['Ana-Maria Pop', 'Pop Ana Maria'],
  ['Łukasz Żak', 'zak lukasz'],
  ['  Ioana   Pop ', 'ioana pop'],
])('%s and %s are the same name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test.each([
  ['Ioana Pop', 'Ioana Popa'],
  ['Ion Pop', 'Ion Pop Ion'],
])('%s and %s are different names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other))
})

test('compares no names of a single word', () => {
  expect(nameKey('Maria')).toBeUndefined()
})

test('treats two names without a common word as two people', () => {
  expect(areStrangers('Ioana Pop', 'Dan Ionescu')).toBe(true)
  expect(areStrangers('Ioana Pop', 'Ioana Ionescu')).toBe(false)
  expect(areStrangers('Ștefan Pop', 'POP Ana')).toBe(false)
})
