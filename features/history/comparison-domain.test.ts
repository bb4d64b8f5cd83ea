import { expect, test } from 'vitest'
import { faultsOf } from './comparison-domain.ts'

const noParts = new Map()
const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour))

test.each([
  ['an equal row', { values: { text: 'a', at: at(9) } }, { text: 'a', at: at(9) }, []],
  ['another value', { values: { text: 'a' } }, { text: 'b' }, ['text differs']],
  ['another moment', { values: { at: at(9) } }, { at: at(10) }, ['at differs']],
  ['equal lists', { values: { files: ['a'] } }, { files: ['a'] }, []],
  ['a value that history does not tell', { values: { text: undefined } }, { text: 'b' }, []],
  ['no row', { values: {} }, undefined, ['it is missing']],
  ['no line', undefined, {}, ['no line of history tells of it']],
  ['neither', undefined, undefined, []],
  ['a row that history says is gone', { gone: 'it is gone', values: {} }, {}, ['it is gone']],
  ['a row that is gone', { gone: 'it is gone', values: {} }, undefined, []],
  ['a contradiction', { faults: ['odd'], values: {} }, {}, ['odd']],
] as const)('compares a row with its history: %s', (_, replayed, row, faults) => {
  expect(faultsOf({}, replayed, { row, parts: noParts })).toEqual(faults)
})

test('compares the parts of a row one by one', () => {
  const parts = new Map([
    ['one', { text: 'a', flag: true }],
    ['two', { text: 'a' }],
  ])
  const stored = new Map([
    ['one', { text: 'b', flag: false }],
    ['three', { text: 'a' }],
  ])

  expect(faultsOf({}, { values: {}, parts }, { row: {}, parts: stored })).toEqual([
    'one: text, flag differs',
    'three: no line of history tells of it',
    'two: it is missing',
  ])
  expect(faultsOf({ missing: 'gone' }, { values: {}, parts }, { row: undefined, parts })).toEqual([
    'gone',
  ])
  expect(faultsOf({ unrecorded: 'unknown' }, undefined, { row: undefined, parts })).toEqual([
    'unknown',
  ])
})
