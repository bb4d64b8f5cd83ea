import { expect, test } from 'vitest'
import type { County } from '../contract.ts'
import { inOrder, narrowed } from './county-list.ts'

const counties = [
  [1, 'CJ', 'Cluj'],
  [2, 'BV', 'Brașov'],
  [3, 'B', 'București'],
].map(([id, code, name]) => ({ id, code, name }) as County)

const codes = (list: readonly County[]) => list.map(({ code }) => code)

test('finds a county by part of its name or code, ignoring capitals and accents', () => {
  expect(codes(narrowed(counties, 'BRASOV'))).toEqual(['BV'])
  expect(codes(narrowed(counties, 'ș'))).toEqual(['BV', 'B'])
  expect(codes(narrowed(counties, 'cj'))).toEqual(['CJ'])
  expect(codes(narrowed(counties, undefined))).toEqual(['CJ', 'BV', 'B'])
})

test('puts a county that was added meanwhile after the ordered ones', () => {
  expect(codes(inOrder(counties, [3, 1]))).toEqual(['B', 'CJ', 'BV'])
})
