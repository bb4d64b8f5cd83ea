import { expect, test } from 'vitest'
import { SendSearch } from './search.ts'

test('ids in the address are kept as they stand there', () => {
  expect(SendSearch.parse({ toObserverIds: '[3,14]' })).toEqual({ toObserverIds: '[3,14]' })
})

test.each(['', '[]', '3', '["3"]', '[3.5]', '[-1]', '[3', '{"0":3}', 'stored'])(
  'what is no list of ids is as if it had not been said: %s',
  (toObserverIds) => {
    expect(SendSearch.parse({ toObserverIds }).toObserverIds).toBeUndefined()
  },
)
