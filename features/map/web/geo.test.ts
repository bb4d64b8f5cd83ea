import { expect, test } from 'vitest'
import { type Box, boxAround, changedStates, type Points, pointsOf } from './geo.ts'

const stations: Points = {
  ids: [4, 7, 9],
  countyIds: [1, 1, 2],
  longitudes: [23.5, 23.6, 24],
  latitudes: [46, 46.1, 46.2],
  states: '001',
}

test('only stations whose state has changed are drawn again', () => {
  expect(changedStates(stations, stations)).toEqual(new Map())
  expect(changedStates(stations, { ...stations, states: '021' })).toEqual(new Map([[7, 2]]))
})

test('redraws all stations after one is added, removed or moved', () => {
  expect(changedStates(stations, { ...stations, ids: [4, 7, 10] })).toBeUndefined()
  expect(changedStates(stations, { ...stations, longitudes: [23.5, 23.7, 24] })).toBeUndefined()
})

test('merges the stations of counties into one list, each with its county', () => {
  const [first, second] = [
    { ids: [4, 7], longitudes: [23.5, 23.6], latitudes: [46, 46.1], states: '00' },
    { ids: [9], longitudes: [24], latitudes: [46.2], states: '1' },
  ] as const
  const counties = [
    {
      countyId: 1,
      stations: {
        ...first,
        ids: [...first.ids],
        longitudes: [...first.longitudes],
        latitudes: [...first.latitudes],
      },
    },
    {
      countyId: 2,
      stations: {
        ...second,
        ids: [...second.ids],
        longitudes: [...second.longitudes],
        latitudes: [...second.latitudes],
      },
    },
  ]
  expect(pointsOf(counties)).toEqual(stations)
})

const piece = (west: number, east: number): Box => [west, -20, east, -15]

test.each([
  ['one piece', [piece(23, 24)], [23, 24]],
  ['several pieces, as of islands', [piece(-18, -13), piece(-9, 3), piece(1, 4)], [-18, 4]],
  ['pieces on both sides of the 180th meridian', [piece(177, 180), piece(-180, -178)], [177, 182]],
  ['a piece that goes on across it', [piece(179, 185), piece(-179.5, -179)], [179, 185]],
  ['a country around half the world', [piece(27, 180), piece(-180, -169)], [27, 191]],
  ['a place east of it alone', [piece(-179, -178)], [-179, -178]],
  [
    'counties on four sides of the world',
    [-170, -80, 10, 100].map((x) => piece(x, x)),
    [-170, 100],
  ],
])('%s is framed as what it is', (_what, pieces, [west, east]) => {
  expect(boxAround(pieces)).toEqual([west, -20, east, -15])
})

test('returns no frame without shapes', () => {
  expect(boxAround([])).toBeUndefined()
})
