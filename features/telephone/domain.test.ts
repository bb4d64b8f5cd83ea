import { expect, test } from 'vitest'
import { proposalsOf } from './domain.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour))
const station = (pollingStationId: number) => ({
  ...{ pollingStationId, county: 'Cluj', municipality: 'Dej' },
  pollingStationNumber: pollingStationId,
})
const shift = (id: number, from: number, until: number) => ({
  ...station(id),
  from: at(from),
  until: at(until),
})
const visit = (id: number, hour: number) => ({ ...station(id), lastModified: at(hour) })

test('proposes the shift of now, the last report, the plan and other reports, each station once', () => {
  const shifts = [shift(4, 20, 23), shift(1, 6, 20), shift(3, 4, 6)]
  const visits = [visit(5, 5), visit(2, 9), visit(1, 7)]

  const proposed = proposalsOf(at(12), shifts, visits)

  expect(proposed.map((one) => [one.pollingStationId, one.as])).toEqual([
    [1, 'on-shift'],
    [2, 'last-report'],
    [3, 'planned'],
    [4, 'planned'],
    [5, 'reported'],
  ])
})

test('proposes no more stations than there are number keys', () => {
  const visits = Array.from({ length: 12 }, (_, nth) => visit(nth + 1, nth))
  expect(proposalsOf(at(12), [], visits)).toHaveLength(9)
})
