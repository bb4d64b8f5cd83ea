import { expect, test } from 'vitest'
import { explainObserver } from '#features/observers/reason-domain.ts'
import { explainCounty, explainStation } from '#features/places/reason-domain.ts'
import { languages } from '../copy.ts'
import { allFaultCodes, type Fault, faultCodes } from './fault.ts'

const explains = [explainObserver, explainCounty, explainStation]

/** A fault with all details that its code promises. */
const whole = (code: Fault['code']): Fault => ({
  code,
  field: 'name',
  details: Object.fromEntries(faultCodes[code].map((name) => [name, `(${name})`])),
})

test.each(languages)('explains every fault of a file in a complete sentence (%s)', (language) => {
  const sentences = allFaultCodes.map((code) =>
    explains.map((explain) => explain([whole(code)], language)),
  )

  const gaps = allFaultCodes.filter((code, index) =>
    sentences[index]?.every((sentence) => sentence.includes(code) || /[{}]/.test(sentence)),
  )

  expect(gaps).toEqual([])
})

test('explains a repeated fault of a row once, or per field when no language is given', () => {
  const faults: Fault[] = [
    { code: 'cell.decimals', field: 'phone' },
    { code: 'cell.decimals', field: 'pin' },
  ]

  expect(explainObserver(faults, 'ro')).toMatch(/^Foaia de calcul [^.]*zecimale[^.]*\.[^.]*\.$/)
  expect(explainObserver(faults, undefined)).toMatch(/^phone: The spreadsheet.*; pin: The spreads/)
})
