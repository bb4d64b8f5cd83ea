import { expect, test } from 'vitest'
import { clockDoubts } from './clock-doubt.ts'

const election = { timezone: 'Europe/Bucharest', day: '2026-03-29' }

test.each([
  ['a time of election day', '2026-03-29 07:00'],
  ['the first minute after the skipped hour', '2026-03-29 04:00'],
  ['the last minute before it', '2026-03-29 02:59'],
  ['a skipped time that says its zone', '2026-03-29T03:30:00+03:00'],
  ['two days before', '2026-03-27 20:00'],
  ['the count, two days after', '2026-03-31 23:59:30'],
])('%s is not doubted', (_what, text) => {
  expect(clockDoubts(text, election)).toEqual([])
})

test.each([
  ['2026-03-29 03:30', [{ code: 'skipped', becomes: '2026-03-29 04:30' }]],
  ['2026-03-29T03:00:15', [{ code: 'skipped', becomes: '2026-03-29 04:00' }]],
  ['2026-03-26 07:00', [{ code: 'far', days: -3 }]],
  ['2025-03-29 07:00', [{ code: 'far', days: -365 }]],
  ['2026-04-29 07:00', [{ code: 'far', days: 31 }]],
  [
    '2025-03-30 03:30',
    [
      { code: 'skipped', becomes: '2025-03-30 04:30' },
      { code: 'far', days: -364 },
    ],
  ],
])('%s is doubted', (text, doubts) => {
  expect(clockDoubts(text, election)).toEqual(doubts)
})

test('finds the skipped hour of each zone, and the half hour of Lord Howe', () => {
  expect(clockDoubts('2026-10-04 02:15', { timezone: 'Australia/Lord_Howe' })).toEqual([
    { code: 'skipped', becomes: '2026-10-04 02:45' },
  ])
  expect(clockDoubts('2026-03-29 03:30', { timezone: 'Europe/Berlin' })).toEqual([])
})
