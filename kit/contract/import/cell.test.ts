import { expect, test } from 'vitest'
import { readMoment } from '../value/instant.ts'
import { momentCell } from './cell.ts'

const read = (cell: string) => {
  const { success, data } = momentCell.safeParse(cell)
  return success ? readMoment(data, 'Europe/Bucharest').toISOString().slice(0, 19) : 'refused'
}

test.each([
  ['2026-11-25 07:00', '2026-11-25T05:00:00'],
  ['2026-11-25 7:00', '2026-11-25T05:00:00'],
  ['2026-11-25T07:00:30', '2026-11-25T05:00:30'],
  ['25.11.2026 07:00', '2026-11-25T05:00:00'],
  ['5.1.2026 7:05', '2026-01-05T05:05:00'],
  ['25.11.2026, 07:00:15', '2026-11-25T05:00:15'],
  ['25.11.2026\u00a007:00', '2026-11-25T05:00:00'],
  ['2026. 11. 25. 7:00', '2026-11-25T05:00:00'],
  ['2026.11.25 7:00', '2026-11-25T05:00:00'],
  ['26.11.2026 00:00', '2026-11-25T22:00:00'],
  // The number that a spreadsheet stores for it, a fraction of a second too low.
  ['46351.2916666667', '2026-11-25T05:00:00'],
  ['46351,2916666666', '2026-11-25T05:00:00'],
  ['46351', '2026-11-24T22:00:00'],
  ['46351.25', '2026-11-25T04:00:00'],
  ['46351,375', '2026-11-25T07:00:00'],
  ['46351.29167', '2026-11-25T05:00:00'],
  // Cut by the display: 6:57:36 and 6:59:57 would both be wrong.
  ['46351.29', 'refused'],
  ['46351,2917', 'refused'],
  // An hour that occurs twice, in the form that exports use.
  ['2026-10-25 03:30:00 +03:00', '2026-10-25T00:30:00'],
  ['2026-10-25 03:30:00 +02:00', '2026-10-25T01:30:00'],
  ['2026-10-25T03:30:00Z', '2026-10-25T03:30:00'],
  // With slashes the day is first or second.
  ['05/06/2026 07:00', 'refused'],
  ['25/11/2026 07:00', '2026-11-25T05:00:00'],
  ['11/25/2026 7:00', '2026-11-25T05:00:00'],
  ['05/05/2026 07:00:30', '2026-05-05T04:00:30'],
  ['31/12/2026 24:00', '2026-12-31T22:00:00'],
  ['31/02/2026 07:00', 'refused'],
  ['25/13/2026 07:00', 'refused'],
  ['31.02.2026 07:00', 'refused'],
  ['25.13.2026 07:00', 'refused'],
  ['25.11.2026 25:00', 'refused'],
  ['25.11.2026', 'refused'],
  ['07:00', 'refused'],
  ['12', 'refused'],
  ['99999', 'refused'],
  ['', 'refused'],
])('reads a cell %j in Bucharest as %s', (cell, meant) => {
  expect(read(cell)).toBe(meant)
})
