import { expect, test } from 'vitest'
import { isLeft, mostAtOnce } from './wanted.ts'

test('a workbook comes at once, unless it holds more reports than one waits for', () => {
  expect(isLeft({ format: 'xlsx', total: mostAtOnce })).toBe(false)
  expect(isLeft({ format: 'xlsx', total: mostAtOnce + 1 })).toBe(true)
  expect(isLeft({ format: 'csv', total: 1 })).toBe(true)
})
