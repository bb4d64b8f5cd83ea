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

test.each(languages)(
  'whatever is wrong with a file has a sentence that is complete (%s)',
  (language) => {
    const said = allFaultCodes.map((code) =>
      explains.map((explain) => explain([whole(code)], language)),
    )

    const gaps = allFaultCodes.filter((code, index) =>
      said[index]?.every((sentence) => sentence.includes(code) || /[{}]/.test(sentence)),
    )

    expect(gaps).toEqual([])
  },
)

test('what is wrong with a row is said once, and to whoever names no language after each field', () => {
  const faults: Fault[] = [
    { code: 'cell.decimals', field: 'phone' },
    { code: 'cell.decimals', field: 'pin' },
  ]

  expect(explainObserver(faults, 'ro')).toMatch(/^Foaia de calcul [^.]*zecimale[^.]*\.[^.]*\.$/)
  expect(explainObserver(faults, undefined)).toMatch(/^phone: The spreadsheet.*; pin: The spreads/)
})
