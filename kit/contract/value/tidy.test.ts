import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedCodes, type TextKind, tidied } from './tidy.ts'

const kinds: readonly TextKind[] = ['text', 'signs', 'code', 'pin', 'number']
const digitsOfAllScripts = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign) => /\p{Nd}/u.test(sign))

test.each<[TextKind, string, string]>([
  ['text', 'Ana\u00a0Pop\u200b', 'Ana Pop'],
  ['text', '\u202aMihai\u202c Ra\u00addu', 'Mihai Radu'],
  ['text', '\u2066Ion\u2069\u2003Luca', 'Ion Luca'],
  ['text', 'S\u0326tefan', 'Ștefan'],
  ['text', 'Иван Петров', 'Иван Петров'],
  ['text', 'Νίκος Παππάς', 'Νίκος Παππάς'],
  ['text', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['text', 'Ana\u200c\u200dPop', 'AnaPop'],
  ['text', '👩\u200d🏫', '👩\u200d🏫'],
  ['text', 'Ana\u0085Pop\u0007', 'Ana Pop'],
  ['code', '\u0421\u0408', 'CJ'],
  ['code', 'C\u041d', 'CH'],
  ['code', '\u0391\u0392 12', 'AB12'],
  ['code', 'ＣＪ－７', 'CJ-7'],
  ['code', 'C J', 'CJ'],
  ['code', 'c j', 'cj'],
  ['code', 'AB\u202f1 234', 'AB1234'],
  ['code', 'Satu Mare', 'Satu Mare'],
  ['code', 'SATU MARE', 'SATU MARE'],
  ['code', 'Sector 1', 'Sector 1'],
  ['code', 'КИЇВ', 'КИЇВ'],
  ['code', 'KИЇB', 'КИЇВ'],
  ['code', 'AΩ', 'ΑΩ'],
  ['code', 'CJЖ', 'СЈЖ'],
  ['code', 'RЖ', 'RЖ'],
  ['code', 'AB\u201112', 'AB-12'],
  ['code', 'B1\ufe0f', 'B1'],
  ['code', 'ЖL\ufe0f\u0301A', 'ЖĹА'],
  ['code', '\u0441\u0301 1', 'ć1'],
  ['pin', '\u0660\u0661\u0662\u0663', '0123'],
  ['pin', '0\u00a0123', '0123'],
  ['pin', 'ab cd', 'ab cd'],
  ['pin', '\u0410B12', 'AB12'],
  ['signs', '＋４０ 722 000\u2011001', '+40 722 000-001'],
  ['signs', '\u06f0\u06f7\u06f2\u06f2', '0722'],
  ['number', '1\u202f234', '1234'],
  ['number', '\u221246,5', '-46,5'],
  ['number', '\u096a\u096b', '45'],
  ['number', '\u0664\u066b\u0665', '4.5'],
  ['number', '𝟞𝟟', '67'],
])('as %s, %j is %j', (kind, typed, tidy) => {
  expect(tidied(typed, kind)).toBe(tidy)
})

test('reads the digits of every script', () => {
  const runs = digitsOfAllScripts.map((sign) => tidied(sign, 'number')).join('')

  expect(runs).toMatch(/^(?:0123456789)+$/)
})

const noise = fc.constantFrom(
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u00ad', '\ufeff', '\u2066', '\u061c', '\u0000'],
  ...['\u00a0', '\u202f', ' ', '\u0301', '\u0326', 'क', 'م', '👩', '\ufe0f', 'А', 'Ж', 'Ο', '٣'],
)
const anyText = fc
  .array(
    fc.oneof(noise, fc.string({ unit: 'grapheme', maxLength: 3 }), fc.string({ maxLength: 3 })),
  )
  .map((parts) => parts.join(''))

test.each(kinds)(
  'normalising %s twice changes nothing more, and leaves nothing invisible',
  (kind) => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const once = tidied(typed, kind)
        expect(tidied(once, kind)).toBe(once)
        expect(once).not.toMatch(/[\u00ad\u00a0\u200b\u200e\u200f\u202a-\u202f\u2060-\u206f\ufeff]/)
      }),
      { numRuns: 2000 },
    )
  },
)

test.each(kinds)('invisible characters anywhere make no difference to %s', (kind) => {
  const hidden = fc.constantFrom(
    '\u200b',
    '\u200e',
    '\u200f',
    '\u00ad',
    '\ufeff',
    '\u2069',
    '\u0000',
  )
  const visible = fc.array(fc.constantFrom('A', 'b', '0', '7', '-', ' ', 'Ș', 'Ж', '+'), {
    minLength: 1,
  })
  fc.assert(
    fc.property(visible, fc.array(hidden, { minLength: 1 }), fc.nat(), (signs, marks, seed) => {
      const place = seed % (signs.length + 1)
      const hiddenIn = [...signs.slice(0, place), ...marks, ...signs.slice(place)].join('')
      expect(tidied(hiddenIn, kind)).toBe(tidied(signs.join(''), kind))
    }),
  )
})

test.each([
  ['AB', 'AB'],
  ['ab', 'AB'],
  ['cJ', 'Cj'],
  ['ș1', 'Ș1'],
  ['c 1', 'C 1'],
  ['x', 'x'],
  ['X', 'X'],
  ['zZ', 'zZ'],
  ['new', 'new'],
])('reads %j as the stored code %j', (written, meant) => {
  const stored = storedCodes(['AB', 'AB', 'Cj', 'Ș1', 'C 1', 'x', 'X', 'zz', 'ZZ'])

  expect(stored(written)).toBe(meant)
})
