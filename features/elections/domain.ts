import { countryOf } from './country-domain.ts'

/** What stands for no country at all, as in CLDR: numbers that are not international are read in none. */
export const noCountry = 'ZZ'

/** The country in which an election's phones are at home: the one that was said, or its clocks'. */
export const homeCountry = ({
  country,
  timezone,
}: {
  readonly country: string | null
  readonly timezone: string
}): string => country ?? countryOf(timezone) ?? noCountry
