import { expect, test } from 'vitest'
import { LabelledStations } from './label-domain.ts'
import type { NamedStation } from './row-domain.ts'

const read = (...file: readonly NamedStation[]) => {
  const stations = new LabelledStations()
  stations.note(file)
  return stations
}

test('gives a station that has only a label the next number of its area', () => {
  const stations = read(
    { areaCode: 'AB', label: '12A' },
    { areaCode: 'AB', number: 12 },
    { areaCode: 'AB', number: 14 },
    { areaCode: 'CJ', number: 90 },
  )
  stations.know([{ areaCode: 'AB', number: 20, label: '' }])

  expect(stations.numbered({ areaCode: 'AB', label: '12A' })).toMatchObject({ number: 21 })
  expect(stations.numbered({ areaCode: 'AB', label: '12B' })).toMatchObject({ number: 22 })
  expect(stations.numbered({ areaCode: 'DJ', label: 'Școala 5' })).toMatchObject({ number: 1 })
})

test('finds the number of a stored label, however it is written', () => {
  const stations = read()
  stations.know([{ areaCode: 'AB', number: 7, label: 'Școala 5' }])

  expect(stations.numbered({ areaCode: 'AB', label: 'SCOALA 5' })).toMatchObject({
    ...{ number: 7, isGiven: true },
  })
})

test('refuses a label of another station of the area, unless the file changes that label', () => {
  const renumbered = read({ areaCode: 'AB', number: 50, label: '12A' })
  renumbered.know([{ areaCode: 'AB', number: 1, label: '12A' }])
  const swapped = read(
    { areaCode: 'AB', number: 1, label: '12B' },
    { areaCode: 'AB', number: 2, label: '12A' },
  )
  swapped.know([
    { areaCode: 'AB', number: 1, label: '12A' },
    { areaCode: 'AB', number: 2, label: '12B' },
  ])

  expect(renumbered.numbered({ areaCode: 'AB', number: 50, label: '12A' })).toMatchObject({
    why: { code: 'label.taken', details: { label: '12A', number: 1 } },
  })
  expect(swapped.numbered({ areaCode: 'AB', number: 2, label: '12A' })).toMatchObject({ number: 2 })
})

test('refuses a label of a numbered row of the file, and a label of several stations', () => {
  const stations = read(
    { areaCode: 'AB', number: 20, label: '20A' },
    { areaCode: 'AB', label: '20a' },
  )
  stations.know([
    { areaCode: 'AB', number: 2, label: '12A' },
    { areaCode: 'AB', number: 3, label: '12 A' },
  ])

  expect(stations.numbered({ areaCode: 'AB', label: '20a' })).toMatchObject({
    why: { code: 'label.taken', details: { number: 20 } },
  })
  expect(stations.numbered({ areaCode: 'AB', label: '12a' })).toMatchObject({
    why: { code: 'label.several' },
  })
})
