import { expect, test } from 'vitest'
import { isLeft, mostAtOnce } from './wanted.ts'

test('exports small workbooks at once and leaves others to the background', () => {
  expect(isLeft({ format: 'xlsx', total: mostAtOnce })).toBe(false)
  expect(isLeft({ format: 'xlsx', total: mostAtOnce + 1 })).toBe(true)
  expect(isLeft({ format: 'csv', total: 1 })).toBe(true)
  expect(isLeft({ format: 'zip', total: mostAtOnce + 1 })).toBe(false)
})
