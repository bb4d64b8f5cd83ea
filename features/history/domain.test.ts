import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contentOf, differencesOf, headFileOf, isOfObservers } from './domain.ts'

/** The lines and seals of the example in the document. */
async function example() {
  const text = await readFile(new URL('../../docs/history.md', import.meta.url), 'utf8')
  const [, block = ''] = /```\n([^`]+)```/.exec(text) ?? []
  const rows = block.trimEnd().split('\n')
  return {
    lines: rows.filter((_, nth) => nth % 2 === 0),
    seals: rows.filter((_, nth) => nth % 2 === 1),
  }
}

test('seals a line over exactly the bytes that the document describes', async () => {
  const { lines, seals } = await example()
  expect(lines).toHaveLength(2)

  let seal = Buffer.alloc(32)
  for (const [nth, line] of lines.entries()) {
    expect(contentOf(JSON.parse(line))).toBe(line)
    seal = createHash('sha256').update(seal).update(line).digest()
    expect(seal.toString('hex')).toBe(seals[nth])
  }
})

test.each([
  ['two absent values', undefined, undefined, []],
  ['equal values', { a: 1 }, { a: 1 }, []],
  ['a changed field', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: ['b'], before: 2, after: 3 }]],
  ['a new value', undefined, { a: 1 }, [{ path: ['a'], before: undefined, after: 1 }]],
  ['a removed value', { a: 1 }, undefined, [{ path: ['a'], before: 1, after: undefined }]],
  ['a nested field', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: ['a', 'b'], before: 1, after: 2 }]],
  [
    'an object in place of null',
    { a: null },
    { a: { b: 2 } },
    [{ path: ['a', 'b'], before: undefined, after: 2 }],
  ],
  ['a list as a field', { a: [1] }, { a: [1, 2] }, [{ path: ['a'], before: [1], after: [1, 2] }]],
  ['two lists', [], [1], [{ path: [], before: [], after: [1] }]],
])('lists differences field by field: %s', (_, before, after, expected) => {
  expect(differencesOf(before, after)).toEqual(expected)
})

test('distinguishes acts of observers from acts of staff', () => {
  expect([isOfObservers('answers.received'), isOfObservers('forms.edited')]).toEqual([true, false])
})

test('exports the head of the chain as a JSON file named after its position', () => {
  const head = { position: 7, hash: 'ab', sealedAt: new Date('2026-11-22T09:00:00Z') }

  const { fileName, text } = headFileOf(head)

  expect(fileName).toBe('veghe-history-head-7.json')
  expect(JSON.parse(text)).toEqual({ ...head, sealedAt: '2026-11-22T09:00:00.000Z' })
})
