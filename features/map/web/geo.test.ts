import { expect, test } from 'vitest'
import { changedStates, type Points, pointsOf } from './geo.ts'

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

test('all are drawn again once one has come, gone or moved', () => {
  expect(changedStates(stations, { ...stations, ids: [4, 7, 10] })).toBeUndefined()
  expect(changedStates(stations, { ...stations, longitudes: [23.5, 23.7, 24] })).toBeUndefined()
})

test('the stations of counties become one list, each with its county', () => {
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
