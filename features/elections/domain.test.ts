import { expect, test } from 'vitest'
import { countries } from './countries-domain.ts'
import { countriesWithZones } from './country-domain.ts'
import { homeCountry } from './domain.ts'

test('lists exactly the countries with a time zone', () => {
  expect(countries).toEqual(countriesWithZones)
  expect(countries).toContain('RO')
})

test('phones have the configured home country, or else that of the time zone', () => {
  expect(homeCountry({ country: 'MD', timezone: 'Europe/Bucharest' })).toBe('MD')
  expect(homeCountry({ country: null, timezone: 'Europe/Bucharest' })).toBe('RO')
})
