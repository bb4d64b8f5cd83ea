import { expect, test } from 'vitest'
import { LabelledStations } from './label-domain.ts'

test('a station that has only a label gets the next number of its area', () => {
  const stations = new LabelledStations()
  stations.note([
    { areaCode: 'AB', label: '12A' },
    { areaCode: 'AB', number: 12 },
    { areaCode: 'AB', number: 14 },
    { areaCode: 'CJ', number: 90 },
  ])
  stations.know([{ areaCode: 'AB', number: 20, label: '' }])

  expect(stations.numberOf({ areaCode: 'AB', label: '12A' })).toBe(21)
  expect(stations.numberOf({ areaCode: 'AB', label: '12B' })).toBe(22)
  expect(stations.numberOf({ areaCode: 'AB', label: '12a' })).toBe(21)
  expect(stations.numberOf({ areaCode: 'DJ', label: 'Școala 5' })).toBe(1)
})

test('a label that is stored keeps its number, however it is written', () => {
  const stations = new LabelledStations()
  stations.know([{ areaCode: 'AB', number: 7, label: 'Școala 5' }])

  expect(stations.numberOf({ areaCode: 'AB', label: 'SCOALA 5' })).toBe(7)
  expect(stations.numberOf({ areaCode: 'AB', number: 3, label: 'Școala 5' })).toBe(3)
})
