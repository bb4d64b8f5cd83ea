import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, foldedName, holds, wordsOf } from './folded.ts'

test.each([
  ['either of the two ș', 'Brașov and Braşov', 'brasov and brasov'],
  ['either of the two ț', 'Neamț and Neamţ', 'neamt and neamt'],
  ['capitals', 'ÎNCĂ', 'inca'],
  ['letters that have no parts', 'Łódź, Đakovo, Søndre', 'lodz, dakovo, sondre'],
  ['strokes of capitals and small letters', 'Ħal Għarb, Ŧana, Ȼȼ', 'hal gharb, tana, cc'],
  ['ligatures', 'Größe, Ærø, Œuvre, Þór', 'grosse, aero, oeuvre, thor'],
  ['capitals of other scripts', 'ИЙ, Σοφός', 'ии, σοφοσ'],
])('folds %s', (_what, text, expected) => {
  expect(folded(text)).toBe(expected)
})

test('finds an entry by its code and a part of its name in any order', () => {
  expect(holds('CJ – Cluj', 'cluj cj')).toBe(true)
  expect(holds('SJ – Sălaj', 'salaj')).toBe(true)
  expect(holds('SJ – Sălaj', 'salaj, cj')).toBe(false)
  expect(holds('SJ – Sălaj', ' ')).toBe(true)
})

test.each([
  ["O'Brien Niall", 'niall obrien'],
  ['O’Brien Niall', "O'BRIEN"],
  ['OBrien Niall', 'o’brien'],
  ['Popescu-Ionescu Ana', 'ana popescu ionescu'],
  ['Popescu Ionescu Ana', 'ionescu-popescu'],
  ['Popescu‑Ionescu Ana', 'popescu–ionescu'],
  ['Șerban Țuțea', 'Ţuţea Şerban'],
  ['Đorđe Wałęsa', 'walesa dorde'],
])('holds finds "%s" by "%s"', (name, typed) => {
  expect(holds(name, typed)).toBe(true)
})

test('holds requires every word', () => {
  expect(holds('Popescu-Ionescu Ana', 'ana ionescu maria')).toBe(false)
})

const letters = fc.constantFrom(...'aĂșŞțŢłĐøħßæÉ')
const word = fc.array(letters, { minLength: 1, maxLength: 6 }).map((some) => some.join(''))
const joiner = fc.constantFrom(' ', '  ', ', ', '-', '‑', '–', "'", '’')

test('holds finds a name by its words in any order, however they are joined and written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, joiner), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.boolean()),
      joiner,
      (parts, bits, between) => {
        const name = parts.flat().slice(0, -1).join('')
        const typed = parts
          .map(([one]) => (bits.next().value ? one.toUpperCase() : folded(one)))
          .reverse()
          .join(between)
        expect(holds(name, typed)).toBe(true)
      },
    ),
  )
})

test('folding twice changes nothing', () => {
  expect(foldedName('Nu\u0374n″a')).toBe('nuna')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldedName(foldedName(text))).toBe(foldedName(text))
      expect(wordsOf(text).map(foldedName)).toEqual(wordsOf(text).map(folded))
    }),
  )
})
