import { expect, test } from 'vitest'
import type { Id } from '#kit/contract/value/id.ts'
import { idsOf, SendSearch } from './search.ts'

test('ids in the address are kept as they stand there', () => {
  expect(SendSearch.parse({ toObserverIds: '[3,14]' })).toEqual({ toObserverIds: '[3,14]' })
})

test.each(['', '[]', '3', '["3"]', '[3.5]', '[-1]', '[3', '{"0":3}', 'stored', 'stored-0a1b2c', 3])(
  'what is no list of ids means nobody, and never everybody: %s',
  (toObserverIds) => {
    const said = SendSearch.parse({ toObserverIds }).toObserverIds
    expect(said).toBe(String(toObserverIds))
    expect(idsOf(said ?? '', 1 as Id<'elections'>)).toBeUndefined()
  },
)

test('an address that names no observers means everybody', () => {
  expect(SendSearch.parse({})).not.toHaveProperty('toObserverIds', expect.anything())
})
