import { expect, test } from 'vitest'
import * as z from 'zod'
import { countPages, PageQuery, skipped } from '../page.ts'
import { fieldErrors, parse } from '../parse.ts'
import { flag } from '../value/flag.ts'
import { id, whole } from '../value/id.ts'
import { filledLine, line, text } from '../value/text.ts'

const reads = (schema: z.ZodType, given: unknown) => {
  const result = schema.safeParse(given)
  return result.success ? result.data : 'refused'
}

test.each([
  [7, 7],
  ['7', 7],
  ['007', 7],
  [0, 0],
  [9, 9],
  [10, 'refused'],
  [-1, 'refused'],
  [1.5, 'refused'],
  ['1.5', 'refused'],
  ['-1', 'refused'],
  [' 7', 'refused'],
  ['', 'refused'],
  ['0x7', 'refused'],
  [Number.NaN, 'refused'],
  [Number.POSITIVE_INFINITY, 'refused'],
  [null, 'refused'],
  [[7], 'refused'],
  [true, 'refused'],
])('as a whole number from 0 to 9, %j is %j', (given, read) => {
  expect(reads(whole(0, 9), given)).toBe(read)
})

test.each([
  [1, 1],
  ['12', 12],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, 'refused'],
  ['99999999999999999999', 'refused'],
  [0, 'refused'],
])('as an id, %j is %j', (given, read) => {
  expect(reads(id('visits'), given)).toBe(read)
})

test.each([
  [true, true],
  [false, false],
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
  ['yes', 'refused'],
  ['', 'refused'],
  [1, 'refused'],
])('as a flag, %j is %j', (given, read) => {
  expect(reads(flag, given)).toBe(read)
})

test('sends a flag as a boolean', () => {
  expect(z.encode(flag, true)).toBe(true)
})

test.each([
  ['  Ana \t Pop\n ', 'Ana Pop'],
  ['Ana\0Pop', 'AnaPop'],
  ['Ana \ud83c Pop', 'Ana \ufffd Pop'],
  ['🌧 ploaie', '🌧 ploaie'],
  ['   ', ''],
  ['x'.repeat(21), 'refused'],
])('as a line, %j is %j', (given, read) => {
  expect(reads(line(20), given)).toBe(read)
})

test('requires text in a filled line after trimming', () => {
  expect(reads(filledLine(20), ' \0 ')).toBe('refused')
  expect(reads(filledLine(20), ' a ')).toBe('a')
})

test('keeps the lines and spaces of a text', () => {
  expect(reads(text(20), ' a\n\n b\0 ')).toBe(' a\n\n b ')
  expect(reads(text(20), '\udc00a')).toBe('\ufffda')
})

test.each([
  [{}, { page: 1, pageSize: 20 }],
  [
    { page: '3', pageSize: '1000' },
    { page: 3, pageSize: 1000 },
  ],
  [{ pageSize: 1001 }, 'refused'],
  [{ page: 0 }, 'refused'],
])('as a page, %j is %j', (given, read) => {
  expect(reads(PageQuery, given)).toEqual(read)
})

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [0, 1, 1],
])('%i items by %i are %i pages', (items, pageSize, totalPages) => {
  expect(countPages({ page: 1, pageSize }, items)).toMatchObject({ totalItems: items, totalPages })
})

test('skips twenty items for the third page of ten', () => {
  expect(skipped({ page: 3, pageSize: 10 })).toBe(20)
})

test('names every field that does not fit by its path', () => {
  const schema = z.object({ a: z.string(), list: z.array(z.object({ n: z.int() })) })

  expect(() => parse(schema, { a: 1, list: [{ n: 1 }, { n: 'x' }] })).toThrow(
    expect.objectContaining({
      code: 'request.invalid',
      details: { errors: { a: [expect.any(String)], 'list.1.n': [expect.any(String)] } },
    }),
  )
  expect(() => parse(schema, 7)).toThrow(
    expect.objectContaining({ details: { errors: { '(whole)': [expect.any(String)] } } }),
  )
})

test('reports errors of a field called __proto__ like any other', () => {
  const errors = fieldErrors([
    { code: 'custom', path: ['__proto__'], message: 'one', input: 1 },
    { code: 'custom', path: ['__proto__'], message: 'two', input: 1 },
  ])

  expect(JSON.stringify(errors)).toBe('{"__proto__":["one","two"]}')
})
