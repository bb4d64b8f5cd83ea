import { expect, test } from 'vitest'
import { faultOf } from './subjects.ts'

test('the subject of a commit fits into a list and says which feature it is of', () => {
  expect(faultOf('observers: refuse a phone that is taken')).toBeUndefined()
  expect(faultOf(`observers: ${'a'.repeat(62)}`)).toContain('73 characters')
  expect(faultOf('Refuse a phone that is taken')).toContain('does not begin with one feature')
  expect(faultOf('places, forms: keep one order')).toContain('does not begin with one feature')
  expect(faultOf('observers: refuse a phone that is taken.')).toContain('full stop')
})
