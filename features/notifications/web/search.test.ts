import { expect, test } from 'vitest'
import type { Id } from '#kit/contract/value/id.ts'
import { idsOf, SendSearch } from './search.ts'

test('keeps ids from the address unchanged', () => {
  expect(SendSearch.parse({ toObserverIds: '[3,14]' })).toEqual({ toObserverIds: '[3,14]' })
})

test.each(['', '[]', '3', '["3"]', '[3.5]', '[-1]', '[3', '{"0":3}', 'stored', 'stored-0a1b2c', 3])(
  'treats an invalid list of ids as no observers, never as all: %s',
  (toObserverIds) => {
    const ids = SendSearch.parse({ toObserverIds }).toObserverIds
    expect(ids).toBe(String(toObserverIds))
    expect(idsOf(ids ?? '', 1 as Id<'elections'>)).toBeUndefined()
  },
)

test('treats an address without observers as all observers', () => {
  expect(SendSearch.parse({})).not.toHaveProperty('toObserverIds', expect.anything())
})
