import { expect, test } from 'vitest'
import type { MapStations } from '../contract.ts'
import { changedStates } from './geo.ts'

const stations: MapStations = {
  ids: [4, 7, 9],
  countyIds: [1, 1, 2],
  numbers: [1, 2, 1],
  longitudes: [23.5, 23.6, 24],
  latitudes: [46, 46.1, 46.2],
  states: '001',
  withoutPlace: 0,
}

test('only stations whose state has changed are drawn again', () => {
  expect(changedStates(stations, stations)).toEqual(new Map())
  expect(changedStates(stations, { ...stations, states: '021' })).toEqual(new Map([[7, 2]]))
})

test('all are drawn again once one has come, gone or moved', () => {
  expect(changedStates(stations, { ...stations, ids: [4, 7, 10] })).toBeUndefined()
  expect(changedStates(stations, { ...stations, longitudes: [23.5, 23.7, 24] })).toBeUndefined()
})
