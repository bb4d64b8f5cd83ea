import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contentOf, differencesOf, headFileOf, isOfObservers } from './domain.ts'

/** The lines and seals of the example, as they stand in the document. */
async function example() {
  const text = await readFile(new URL('../../docs/history.md', import.meta.url), 'utf8')
  const [, block = ''] = /```\n([^`]+)```/.exec(text) ?? []
  const rows = block.trimEnd().split('\n')
  return {
    lines: rows.filter((_, nth) => nth % 2 === 0),
    seals: rows.filter((_, nth) => nth % 2 === 1),
  }
}

test('a line is sealed in the bytes that the document says', async () => {
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
  ['nothing', undefined, undefined, []],
  ['the same', { a: 1 }, { a: 1 }, []],
  ['a name', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: ['b'], before: 2, after: 3 }]],
  ['what is new', undefined, { a: 1 }, [{ path: ['a'], before: undefined, after: 1 }]],
  ['what is gone', { a: 1 }, undefined, [{ path: ['a'], before: 1, after: undefined }]],
  [
    'a name in a name',
    { a: { b: 1 } },
    { a: { b: 2 } },
    [{ path: ['a', 'b'], before: 1, after: 2 }],
  ],
  [
    'a name that had nothing',
    { a: null },
    { a: { b: 2 } },
    [{ path: ['a', 'b'], before: undefined, after: 2 }],
  ],
  ['lists', { a: [1] }, { a: [1, 2] }, [{ path: ['a'], before: [1], after: [1, 2] }]],
  ['lists alone', [], [1], [{ path: [], before: [], after: [1] }]],
])('a difference is told name by name: %s', (_, before, after, expected) => {
  expect(differencesOf(before, after)).toEqual(expected)
})

test('what observers send is told from what staff do', () => {
  expect([isOfObservers('answers.received'), isOfObservers('forms.edited')]).toEqual([true, false])
})

test('the end of the chain is a file that says what it is', () => {
  const head = { position: 7, hash: 'ab', sealedAt: new Date('2026-11-22T09:00:00Z') }

  const { fileName, text } = headFileOf(head)

  expect(fileName).toBe('veghe-history-head-7.json')
  expect(JSON.parse(text)).toEqual({ ...head, sealedAt: '2026-11-22T09:00:00.000Z' })
})
