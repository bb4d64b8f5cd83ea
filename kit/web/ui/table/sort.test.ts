import { expect, test } from 'vitest'
import { sortedBy } from './sort.ts'

test('sorts a column ascending, then descending, and starts another column ascending', () => {
  const first = sortedBy('name', undefined)
  expect(first).toEqual({ by: 'name', direction: 'ascending' })
  const second = sortedBy('name', first)
  expect(second).toEqual({ by: 'name', direction: 'descending' })
  expect(sortedBy('name', second)).toEqual(first)
  expect(sortedBy('phone', second)).toEqual({ by: 'phone', direction: 'ascending' })
})
