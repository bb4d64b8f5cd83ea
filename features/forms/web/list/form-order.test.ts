import { expect, test } from 'vitest'
import type { FormMeta } from '../../contract.ts'
import { inOrder, orderOfAll } from './form-order.ts'

const form = (id: number, order: number) => ({ id, order }) as FormMeta
const ids = (...all: number[]) => all as FormMeta['id'][]

test('reorders forms within one list only', () => {
  const drafts = [form(3, 1), form(5, 4)]
  const published = [form(1, 2), form(2, 3), form(4, 5)]

  expect(orderOfAll([...published, ...drafts], ids(4, 1, 2))).toEqual([3, 4, 1, 5, 2])
})

test('orders forms with the same position by their ids', () => {
  expect(orderOfAll([form(2, 0), form(1, 0), form(3, 0)], ids(3, 2, 1))).toEqual([3, 2, 1])
})

test('places a form without a saved position last', () => {
  const shown = inOrder([form(9, 1), form(1, 2), form(2, 3)], ids(2, 1))

  expect(shown.map(({ id }) => id)).toEqual([2, 1, 9])
})
