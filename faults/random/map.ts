import type { StationAddress } from '#features/places/address-contract.ts'
import type { Places } from '#features/places/domain.ts'
import { placesOf } from '#testing/evening/election.ts'

/** A station as phones of either generation name it. */
export type At = Pick<StationAddress, 'countyCode' | 'pollingStationNumber'> & {
  readonly municipalityCode?: string
}

/** The places of a run. */
export type FieldMap = {
  readonly places: Places
  /** Every station that exists from the start, as phones of both generations name it. */
  readonly stations: readonly At[]
  /** Stations that are not in the database; staff enter some of them during the run. */
  readonly unknown: readonly At[]
  /** Lines of a station file: some stations exist, others are known from reports only. */
  readonly rows: readonly string[]
}

const inCounty = (countyCode: string, numbers: readonly number[]): At[] =>
  numbers.map((pollingStationNumber) => ({ countyCode, pollingStationNumber }))

const region = ['T', 'Transilvania', null] as const

/** In AB two municipalities share their numbers: county and number alone are ambiguous. */
const dividedPlaces = placesOf(2, [
  region,
  ['AB', 'Alba', 'T'],
  ['CJ', 'Cluj', 'T'],
  ['BH', 'Bihor', 'T'],
  ['SJ', 'Sălaj', 'T'],
  ['AB1', 'Aiud', 'AB', [1, 2, 3, 4]],
  ['AB2', 'Blaj', 'AB', [1, 2]],
  ['CJ1', 'Dej', 'CJ', [1, 2, 3]],
  ['CJ2', 'Gherla', 'CJ', [4, 5]],
  ['BH1', 'Beiuș', 'BH', [1, 2]],
  ['SJ1', 'Jibou', 'SJ', [1, 2]],
])

/** Counties with municipalities, which phones of the newer generation name. */
const divided: FieldMap = {
  places: dividedPlaces,
  stations: dividedPlaces.stations.flatMap(({ areaCode, number }) => {
    const countyCode = areaCode.slice(0, 2)
    const byArea = { countyCode, municipalityCode: areaCode, pollingStationNumber: number }
    return [byArea, { countyCode, pollingStationNumber: number }]
  }),
  unknown: [
    ...inCounty('CJ', [901, 902, 903]),
    ...inCounty('AB', [901, 902]).map((at) => ({ ...at, municipalityCode: 'AB1' })),
    ...inCounty('XX', [7]),
  ],
  rows: ['CJ,CJ1,901', 'AB,AB1,901', 'CJ,CJ1,1', 'AB,AB2,2', 'BH,BH1,1'],
}

const countedPlaces = placesOf(2, [
  region,
  ['AB', 'Alba', 'T', [1, 2, 3, 4, 5]],
  ['CJ', 'Cluj', 'T', [1, 2, 3, 4, 5]],
  ['BH', 'Bihor', 'T', [1, 2]],
  ['SJ', 'Sălaj', 'T', [1, 2]],
])

/** Counties whose stations are numbered 1 to their count, so that they can grow and shrink. */
const counted: FieldMap = {
  places: countedPlaces,
  stations: countedPlaces.stations.flatMap(({ areaCode, number }) => inCounty(areaCode, [number])),
  unknown: [...inCounty('CJ', [6, 7]), ...inCounty('BH', [3, 4]), ...inCounty('XX', [7])],
  rows: ['CJ,,6', 'BH,,3', 'CJ,,1', 'AB,,2', 'BH,,1'],
}

/** Odd seeds divide counties into municipalities, even seeds do not. */
export const mapOf = (seed: number): FieldMap => (seed % 2 === 1 ? divided : counted)

/** The same places with one municipality in another county, as in a file of corrections. */
export const movedTo = (places: Places, code: string, parentCode: string): Places => ({
  ...places,
  areas: places.areas.map((one) => (one.code === code ? { ...one, parentCode } : one)),
})
