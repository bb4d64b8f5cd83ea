import { countryOf } from './country-domain.ts'

/** The code for no country, as in CLDR: national numbers are then not parsed. */
export const noCountry = 'ZZ'

/** The home country of an election's phones: the configured one, or that of its time zone. */
export const homeCountry = ({
  country,
  timezone,
}: {
  readonly country: string | null
  readonly timezone: string
}): string => country ?? countryOf(timezone) ?? noCountry
