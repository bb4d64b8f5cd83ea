import { expect, test } from 'vitest'
import { compareNames } from './names.ts'

test('sorts names on a screen as the server does in lists', () => {
  const inOrder = ['ana', 'Ana', 'Ángel', 'Ionescu', 'Îonescu', 'Ștefan', 'Țuca', 'Zz']

  expect(inOrder.toReversed().toSorted(compareNames)).toEqual(inOrder)
})
