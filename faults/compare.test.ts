import { expect, test } from 'vitest'
import type { AcknowledgedReports } from '#testing/evening/evening.ts'
import type { Stored } from '#testing/evening/stored.ts'
import { compare } from './compare.ts'

const remembered = (): AcknowledgedReports => ({
  sentAnswers: new Map([['Bogdan AB 1 7', '[[2,null]]']]),
  changes: new Map([['Bogdan AB 1', 2]]),
  notes: new Set(['Bogdan AB 1 Coadă']),
  files: new Set(['abcdef']),
})

const stored = (but: Partial<Stored> = {}): Stored => ({
  sentAnswers: remembered().sentAnswers,
  changes: remembered().changes,
  notes: remembered().notes,
  noteRows: 1,
  noteHistory: 1,
  visits: new Set(['Bogdan AB 1']),
  visitRows: 1,
  miscounted: [],
  ...but,
})

const all = (one: ReturnType<typeof compare>) => [one.lost, one.doubled, one.miscounted]

test('accepts reports that are stored once, as sent', () => {
  expect(all(compare(remembered(), stored(), remembered().files))).toEqual([[], [], []])
})

test.each([
  ['an answer', stored({ sentAnswers: new Map() })],
  ['the last of two answers', stored({ sentAnswers: new Map([['Bogdan AB 1 7', '[[1,null]]']]) })],
  ['a line of history', stored({ changes: new Map([['Bogdan AB 1', 1]]) })],
  ['a note', stored({ notes: new Set(), noteRows: 0, noteHistory: 0 })],
])('counts as lost: %s', (_what, left) => {
  expect(compare(remembered(), left, remembered().files).lost).toHaveLength(1)
})

test('counts a missing photograph as lost', () => {
  expect(compare(remembered(), stored(), new Set()).lost).toEqual(['abcdef'])
})

test.each([
  ['a report', stored({ changes: new Map([['Bogdan AB 1', 3]]) })],
  ['a note', stored({ noteRows: 2, noteHistory: 1 })],
  ['a note’s line of history', stored({ noteHistory: 2 })],
  ['a visit', stored({ visitRows: 2 })],
  [
    'a note that no observer wrote',
    stored({ notes: new Set(['Bogdan AB 1 Coadă', 'Dana AB 1 Coadă']) }),
  ],
  [
    'an answer that no observer gave',
    stored({
      sentAnswers: new Map([...remembered().sentAnswers, ['Bogdan AB 1 8', '[[4,null]]']]),
    }),
  ],
])('counts as doubled: %s', (_what, left) => {
  expect(compare(remembered(), left, remembered().files).doubled).toHaveLength(1)
})

test('reports a count that the rows contradict', () => {
  const left = stored({ miscounted: [{ answered: 2, answers: 1 }] })

  expect(compare(remembered(), left, remembered().files).miscounted).toEqual([
    '{"answered":2,"answers":1}',
  ])
})
