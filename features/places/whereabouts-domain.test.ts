import { expect, test } from 'vitest'
import { doubter, type Home, type Outline, type Placed, type Spot } from './whereabouts-domain.ts'

/** A rectangle, from its south-western to its north-eastern corner. */
const box = (west: number, south: number, east: number, north: number): Outline => [
  [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
]

const home = (name: string, outline?: Outline, isDiaspora = false): Home => ({
  name,
  outline,
  isDiaspora,
})

const homes = new Map([
  ['CJ', home('Cluj', box(23, 46.4, 24, 47.2))],
  ['AB', home('Alba', box(22.7, 45.5, 24, 46.4))],
  ['FJ', home('Lau', [...box(177, -20, 180, -16), ...box(-180, -20, -178, -16)])],
  // Its ring crosses the 180th meridian, as some programs write it.
  ['TV', home('Taveuni', box(179.5, -17, -179.5, -16.5))],
  ['LB', home('Likouala', box(16, -0.5, 18.5, 3.5))],
  ['DI', home('Diaspora', undefined, true)],
  ['HU', home('Pest')],
])

const at = (latitude: number, longitude: number): Spot => ({ latitude, longitude })

const placed = (county: string, spot: Spot, number: number): Placed => ({
  ...{ county, area: county, address: `str. Horea ${number}` },
  at: spot,
})

const around = [at(47.5, 19.1), at(47.3, 19.2), at(47.8, 19.0), at(47.2, 19.6), at(47.6, 18.9)]
const others = around.map((spot, number) => placed('HU', spot, number))
const doubtOf = doubter(homes, others)

test.each([
  ['inside its county', 'CJ', at(46.77, 23.62)],
  ['just across its border', 'CJ', at(46.77, 24.05)],
  ['on the equator, where the county is', 'LB', at(0, 17)],
  ['on the one side of the 180th meridian', 'FJ', at(-17, 179.2)],
  ['on the other side of it', 'FJ', at(-17, -178.9)],
  ['in an outline that goes on across it', 'TV', at(-16.8, -179.8)],
  ['near the other stations of a county without an outline', 'HU', at(47.9, 19.9)],
  ['anywhere, in a county abroad', 'DI', at(-33.9, 151.2)],
  ['anywhere, in a county that is not known', 'XX', at(46, 23)],
])('does not doubt a station %s', (_what, county, spot) => {
  expect(doubtOf({ county, at: spot })).toBeUndefined()
})

test.each([
  ['0, 0', 'CJ', at(0, 0), { code: 'zero' }],
  ['one of them 0', 'CJ', at(46.77, 0), { code: 'zero' }],
  ['0, 0 abroad', 'DI', at(0, 0), { code: 'zero' }],
  ['swapped', 'CJ', at(23.62, 46.77), { code: 'swapped', meant: at(46.77, 23.62) }],
  ['swapped, by other stations', 'HU', at(19.1, 47.5), { code: 'swapped', meant: at(47.5, 19.1) }],
  ['without their minus', 'FJ', at(17, 179.2), { code: 'sign', meant: at(-17, 179.2) }],
  ['of the wrong hemisphere', 'CJ', at(46.77, -23.62), { code: 'sign', meant: at(46.77, 23.62) }],
  ['with a shifted point', 'CJ', at(4.677, 23.62), { code: 'decimals' }],
  ['with two shifted points', 'CJ', at(4.677, 2.36), { code: 'decimals', meant: at(46.77, 23.6) }],
  ['of another county', 'CJ', at(46, 23.5), { code: 'elsewhere', county: 'Alba' }],
  ['of another country', 'CJ', at(41.9, 12.5), { code: 'outside' }],
  ['of another country, by other stations', 'HU', at(44.43, 26.1), { code: 'far' }],
])('reports coordinates that are %s', (_what, county, spot, doubt) => {
  expect(doubtOf({ county, at: spot })).toMatchObject(doubt)
})

test('reports one point for many addresses, but not several stations in one building', () => {
  const centre = at(46.7712, 23.6236)
  const school = at(46.75, 23.6)
  const stations = [
    ...[1, 2, 3].map((number) => placed('CJ', centre, number)),
    ...[1, 2, 3].map((number) => ({ ...placed('CJ', school, number), address: 'Piața Unirii 1' })),
  ]
  const doubt = doubter(homes, stations)

  expect(doubt({ county: 'CJ', at: centre })).toEqual({ code: 'shared' })
  expect(doubt({ county: 'CJ', at: school })).toBeUndefined()
})
