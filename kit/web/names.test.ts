import { expect, test } from 'vitest'
import { compareNames } from './names.ts'

test('names stand on a screen as they do in the lists of the server', () => {
  const inOrder = ['ana', 'Ana', 'Ángel', 'Ionescu', 'Îonescu', 'Ștefan', 'Țuca', 'Zz']

  expect(inOrder.toReversed().toSorted(compareNames)).toEqual(inOrder)
})
