import { expect, test } from 'vitest'
import { countries } from './countries-domain.ts'
import { countriesWithZones } from './country-domain.ts'
import { homeCountry } from './domain.ts'

test('every country that can be named has a time zone, and every one with a time zone can be named', () => {
  expect(countries).toEqual(countriesWithZones)
  expect(countries).toContain('RO')
})

test('phones are at home where it was said, or else where the clocks run', () => {
  expect(homeCountry({ country: 'MD', timezone: 'Europe/Bucharest' })).toBe('MD')
  expect(homeCountry({ country: null, timezone: 'Europe/Bucharest' })).toBe('RO')
})
