import { expect, test } from 'vitest'
import { countSelected, everything, howMuch, isSelected, nothing, withRows } from './selection.ts'

const page = ['1', '2', '3']

test('rows stay selected when another page is shown', () => {
  const onTwoPages = withRows(withRows(nothing, page, true), ['7'], true)
  expect(countSelected(onTwoPages, 100)).toBe(4)
  expect(isSelected(onTwoPages, '2')).toBe(true)
  expect(isSelected(onTwoPages, '8')).toBe(false)
})

test('selects everything except a deselected row', () => {
  const almost = withRows(everything, ['2'], false)
  expect(countSelected(almost, 100)).toBe(99)
  expect(isSelected(almost, '2')).toBe(false)
  expect(isSelected(almost, 'never read')).toBe(true)
  expect(withRows(almost, ['2'], true)).toEqual(everything)
})

test('shows the checkbox of the page as empty, half or full', () => {
  expect(howMuch(nothing, page)).toBe('none')
  expect(howMuch(withRows(nothing, ['1'], true), page)).toBe('some')
  expect(howMuch(withRows(nothing, page, true), page)).toBe('all')
  expect(howMuch(everything, page)).toBe('all')
  expect(howMuch(everything, [])).toBe('none')
})

test('returns a new selection without changing the old', () => {
  const before = withRows(nothing, ['1'], true)
  withRows(before, ['1'], false)
  expect(isSelected(before, '1')).toBe(true)
})
