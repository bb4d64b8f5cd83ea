import { expect, test } from 'vitest'
import { isLeftover, isZero } from './leftover.ts'
import { flagOf } from './yes-no.ts'

const ticked =
  'TRUE ADEVĂRAT adevarat WAHR VRAI IGAZ PRAWDA ИСТИНА VERDADERO VERO VERDADEIRO SANT TOSI ✓ ✔ ☑ x X х χ × da DA d y Y yes oui ja j igen i tak t sí si s да д так ТАК evet ano 1 1.0 1,00 １ ✔️'
const unticked =
  'FALSE FALS FALSCH FAUX HAMIS FAŁSZ falsz ЛОЖЬ FALSO FALSKT EPÄTOSI ✗ ✘ ☐ nu NU n N no non nein nem nie нет НЕТ н ні hayır 0 0.0 0,00 - –'

test.each(ticked.split(' '))('%s is yes', (cell) => {
  expect(flagOf(`\u200b ${cell}\u00a0`)).toBe(true)
})

test.each(unticked.split(' '))('%s is no', (cell) => {
  expect(flagOf(`\ufeff${cell} `)).toBe(false)
})

test.each(['', 'poate', 'o', '2', '☒', 'da/nu', '10'])('%j is neither yes nor no', (cell) => {
  expect(flagOf(cell)).toBeUndefined()
})

test.each([
  ...['FALSE', 'FAŁSZ', '☐', '0', '0,00', '0 %', '0,00 lei', '- €', '$0.00', '-', '00:00'],
  ...['00.01.1900', '1/0/1900', '30.12.1899', '1899-12-30 00:00:00', '=B2&" "&C2', '#N/A', '#REF!'],
])('%s is left behind by a spreadsheet', (cell) => {
  expect(isLeftover(cell)).toBe(true)
})

test.each(['', 'TRUE', '0722', '00AB', 'Ana', '="0722"', '10', '01.01.2026'])(
  '%j is not left behind by a spreadsheet',
  (cell) => {
    expect(isLeftover(cell)).toBe(false)
  },
)

test.each([
  ['0', true],
  ['0,00', true],
  ['000', true],
  ['-', false],
  ['', false],
  ['0 lei', false],
])('whether %j is a zero: %j', (cell, is) => {
  expect(isZero(cell)).toBe(is)
})
