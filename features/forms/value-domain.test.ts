import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QuestionKind } from './kind-contract.ts'
import { isOutside, readValue } from './value-domain.ts'

const unit = 'alegători'

test.each<[QuestionKind, string, string | undefined]>([
  ['whole', '1250', '1250'],
  ['whole', ' 1 250 ', '1250'],
  ['whole', '1\u00a0250', '1250'],
  ['whole', '1\u2009250\u2009000', '1250000'],
  ['whole', '1.250', '1250'],
  ['whole', '1,250', '1250'],
  ['whole', "1'250", '1250'],
  ['whole', '12,00', '12'],
  ['whole', '12,5', undefined],
  ['whole', '1 25', undefined],
  ['whole', '007', '7'],
  ['whole', '-0', '0'],
  ['whole', '− 3', '-3'],
  ['whole', '+5', '5'],
  ['whole', '٣٤٥', '345'],
  ['whole', '１２', '12'],
  ['whole', '10²', undefined],
  ['whole', '120 alegatori', '120'],
  ['whole', '1 alegător', '1'],
  ['whole', '1250 de alegători', '1250'],
  ['whole', '12 de mii', undefined],
  ['whole', '12 alegători și 3', undefined],
  ['whole', '12 mii', undefined],
  ['whole', '120 din 300', undefined],
  ['whole', 'circa 120', undefined],
  ['whole', '1e3', undefined],
  ['whole', '', undefined],
  ['whole', '1234567890123456', undefined],
  ['decimal', '12,5', '12.5'],
  ['decimal', '12.50', '12.5'],
  ['decimal', ',5', '0.5'],
  ['decimal', '1.250', '1.25'],
  ['decimal', '1.250,75', '1250.75'],
  ['decimal', '1,250.75', '1250.75'],
  ['decimal', '1 250', '1250'],
  ['decimal', '1.250.000', '1250000'],
  ['decimal', '1.25.0', undefined],
  ['rating', '4', '4'],
  ['rating', '4/5', '4'],
  ['rating', '4 din 5', '4'],
  ['rating', 'bun', undefined],
  ['time', '12.10', '12:10'],
  ['time', '12:10', '12:10'],
  ['time', '1210', '12:10'],
  ['time', '910', '09:10'],
  ['time', '9', '09:00'],
  ['time', '9h', '09:00'],
  ['time', '9h30', '09:30'],
  ['time', 'ora 9', '09:00'],
  ['time', 'Orele 21:05:30', '21:05'],
  ['time', '12:10 PM', '12:10'],
  ['time', '12 a.m.', '00:00'],
  ['time', '24:00', '00:00'],
  ['time', '9-10', undefined],
  ['time', '25:00', undefined],
  ['time', '12:60', undefined],
  ['date', '27.11.2026', '2026-11-27'],
  ['date', '27/11/2026', '2026-11-27'],
  ['date', '11/27/2026', '2026-11-27'],
  ['date', '5/6/26', '2026-06-05'],
  ['date', '2026-11-27', '2026-11-27'],
  ['date', '2026. 11. 27.', '2026-11-27'],
  ['date', '27 nov 2026', '2026-11-27'],
  ['date', '27 Noiembrie 2026', '2026-11-27'],
  ['date', 'Nov 27, 2026', '2026-11-27'],
  ['date', '1 mai 26', '2026-05-01'],
  ['date', '3-Sept-2026', '2026-09-03'],
  ['date', '31.2.2026', undefined],
  ['date', '27.11', undefined],
  ['date', '27 abc 2026', undefined],
  ['moment', '27.11.2026 12.10', '2026-11-27T12:10'],
  ['moment', '27 nov 2026, ora 9', '2026-11-27T09:00'],
  ['moment', '7:30 24.11.2026', '2026-11-24T07:30'],
  ['moment', '31.12.2026 24:00', '2027-01-01T00:00'],
  ['moment', '2026-11-27T12:10:59', '2026-11-27T12:10'],
  ['moment', '27.11.2026', undefined],
  ['line', 'Da', undefined],
  ['choice', '3', undefined],
])('reads a %s from %j as %s', (kind, typed, value) => {
  expect(readValue({ kind, unit }, typed)).toBe(value)
})

const kinds = fc.constantFrom(...QuestionKind.options)
/** Signs that numbers, dates and times are written with, in any order. */
const scrawl = fc.string({
  unit: fc.constantFrom(..."0123456789.,:-/' \u00a0hTapmnov½²٣"),
  maxLength: 120,
})

test('reads its own values as themselves, and any text without failing', () => {
  fc.assert(
    fc.property(kinds, fc.oneof(scrawl, fc.string({ unit: 'grapheme' })), (kind, typed) => {
      const value = readValue({ kind, unit }, typed)
      if (value !== undefined) expect(readValue({ kind, unit: '' }, value)).toBe(value)
    }),
    { numRuns: 3000 },
  )
})

test('reads each number, date and time however it is written', () => {
  const ways = (date: Date) => {
    const [day = '', time = ''] = date.toISOString().slice(0, 16).split('T')
    const [year, month, of] = day.split('-')
    return { day, time, typed: `${of}.${month}.${year} ${time.replace(':', '.')}` }
  }
  const within = { min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(within), fc.integer(), (date, number) => {
      const { day, time, typed } = ways(date)
      expect(readValue({ kind: 'moment', unit: '' }, typed)).toBe(`${day}T${time}`)
      const grouped = number.toLocaleString('ro')
      expect(readValue({ kind: 'whole', unit: '' }, grouped)).toBe(String(number))
    }),
  )
})

test('reads the longest text at once', () => {
  const began = performance.now()
  for (const kind of QuestionKind.options)
    for (const sign of ['1', ' ', '1 ', '1.', "1'", '9t', '1,1', '١'])
      readValue({ kind, unit }, sign.repeat(100 / sign.length))
  expect(performance.now() - began).toBeLessThan(1000)
})

test.each([
  ['-1', true],
  ['0', false],
  ['3000', false],
  ['3000.5', true],
])('tells that %s is outside 0 to 3000: %s', (value, is) => {
  expect(isOutside({ min: 0, max: 3000 }, value)).toBe(is)
})
