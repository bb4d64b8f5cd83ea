import { expect, test } from 'vitest'
import type { AnyResult } from '../call-result.ts'
import { isAnsweredWell } from './call-oracle.ts'
import { deadlocksIn, noDeadlocks } from './deadlock-oracle.ts'
import { practiceIsOver } from './practice-oracle.ts'
import {
  isFresh,
  isReadAsOne,
  listsWhatPagesShow,
  seesNoMore,
  seesTheirs,
} from './reading-oracles.ts'
import { clearedIsEmpty, noOverwrites } from './staff-oracles.ts'

const times = { from: 0, to: 100 }
const answered = (heard: AnyResult, isStruck = false) =>
  isAnsweredWell({ call: 'ana GET /', about: [], heard, isStruck }).map(({ oracle }) => oracle)
const refused = (code: 'server.failed' | 'server.unavailable'): AnyResult => ({
  kind: 'refused',
  code,
  mayBeDone: true,
  ...times,
})

test('finds a failed call even while something is down', () => {
  expect(answered(refused('server.unavailable'))).toEqual([])
  expect(answered(refused('server.failed'), true)).toEqual(['no call fails'])
})

test('finds an unanswered call, unless something is down', () => {
  const unheard: AnyResult = { kind: 'unheard', ...times }

  expect(answered({ kind: 'done', ...times })).toEqual([])
  expect(answered(unheard)).toEqual(['every call is answered'])
  expect(answered(unheard, true)).toEqual([])
})

test('finds a deadlock in the database log, with all lines of its process', () => {
  const [before, ...deadlock] = [
    '2026-11-24 10:00:00.000 UTC [7] ERROR:  duplicate key value',
    '2026-11-24 10:00:01.000 UTC [8] ERROR:  deadlock detected',
    '2026-11-24 10:00:01.000 UTC [8] DETAIL:  Process 8 waits for ShareLock; blocked by process 9.',
    '\tProcess 8: delete from visits',
    '2026-11-24 10:00:01.000 UTC [8] STATEMENT:  delete from visits',
  ]
  const after = '2026-11-24 10:00:02.000 UTC [9] LOG:  checkpoint starting'
  const log = [before, ...deadlock, after, ''].join('\n')

  expect(deadlocksIn(log)).toEqual([deadlock.join('\n')])
  expect(noDeadlocks(deadlocksIn(log))).toHaveLength(1)
  expect(deadlocksIn([before, after].join('\n'))).toEqual([])
})

test('finds a reading without what was acknowledged before it began', () => {
  const said = { questionId: 7, chosen: [{ optionId: 2, value: null }] }

  expect(isFresh(said, said.chosen, [])).toEqual([])
  expect(isFresh(said, [], [])).toHaveLength(1)
  expect(isFresh(said, [{ optionId: 1, value: null }], [])).toHaveLength(1)
})

test('finds entries that are missing from a person’s view, foreign or repeated', () => {
  expect(seesTheirs('calin', ['5 at 30', '6 at 30'], ['6 at 30', '5 at 30'])).toEqual([])
  expect(seesTheirs('calin', ['5 at 30'], ['5 at 30', '6 at 30'])).toHaveLength(1)
  expect(seesTheirs('calin', ['5 at 30', '7 at 31'], ['5 at 30'])).toHaveLength(1)
  expect(seesTheirs('calin', ['5 at 30', '5 at 30'], ['5 at 30'])).toHaveLength(1)
})

test('finds reports of merged stations that are missing from their page, foreign or repeated', () => {
  const both = ['5 at 30', '6 at 31']
  expect(isReadAsOne('station row 30', both.toReversed(), both)).toEqual([])
  for (const shown of [['5 at 30'], [...both, '6 at 31'], [...both, '7 at 32']])
    expect(isReadAsOne('station row 30', shown, both)).toHaveLength(1)
})

test('finds a list of differences that disagrees with the station pages', () => {
  const one = { stationId: 30, questionId: 7, state: 'open' }
  const other = { ...one, questionId: 8, state: 'settled' }
  const findings = (listed: readonly (typeof one)[]) =>
    listsWhatPagesShow('ana', listed, [one, other])

  expect(findings([other, one])).toEqual([])
  expect(findings([one])).toHaveLength(1)
  expect(findings([one, { ...other, state: 'reopened' }])).toHaveLength(2)
  expect(findings([one, other, other])).toHaveLength(1)
})

test('finds another county shown to a user limited to a county', () => {
  expect(seesNoMore('sanda', ['CJ', 'CJ'], { codes: ['CJ'] })).toEqual([])
  expect(seesNoMore('sanda', ['CJ', 'AB'], { codes: ['CJ'] })).toHaveLength(1)
})

test('finds two saves from the same revision of a form', () => {
  const save = { formId: 3, revision: 4 }

  expect(noOverwrites([save, { ...save, revision: 5 }, { ...save, formId: 2 }])).toEqual([])
  expect(noOverwrites([save, save])).toHaveLength(1)
})

test('finds data left in a cleared rehearsal', () => {
  const held = (count: number) => [{ electionId: 9, count }]

  expect(clearedIsEmpty([9], held(0))).toEqual([])
  expect(clearedIsEmpty([], held(3))).toEqual([])
  expect(clearedIsEmpty([9], held(3))).toHaveLength(1)
})

const say = (value: string, from: number) => ({ value, from, to: from + 10, isCertain: true })

test('finds practice answers that survive a start, and later answers that are lost', () => {
  const started = { kind: 'done', from: 100, to: 200 }
  const found = (is: string, sent: ReturnType<typeof say>[], heard: typeof started | undefined) =>
    practiceIsOver({ sent, heard, is, about: [] })

  expect(found('[]', [say('yes', 10)], started)).toEqual([])
  expect(found('yes', [say('yes', 10)], started)).toHaveLength(1)
  expect(found('no', [say('yes', 10), say('no', 300)], started)).toEqual([])
  expect(found('[]', [say('yes', 10), say('no', 300)], started)).toHaveLength(1)
  // Answers sent during the start may have arrived before or after it.
  expect(found('[]', [say('yes', 95)], started)).toEqual([])
  expect(found('yes', [say('yes', 95)], started)).toEqual([])
  // Nothing was started.
  expect(found('yes', [say('yes', 10)], undefined)).toEqual([])
  expect(found('[]', [say('yes', 10)], undefined)).toHaveLength(1)
})
