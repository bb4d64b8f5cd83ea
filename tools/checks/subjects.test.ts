import { expect, test } from 'vitest'
import { faultOf } from './subjects.ts'

test('requires a short commit subject that begins with one feature', () => {
  expect(faultOf('observers: refuse a phone that is taken')).toBeUndefined()
  expect(faultOf(`observers: ${'a'.repeat(62)}`)).toContain('73 characters')
  expect(faultOf('Refuse a phone that is taken')).toContain('does not begin with one feature')
  expect(faultOf('places, forms: keep one order')).toContain('does not begin with one feature')
  expect(faultOf('observers: refuse a phone that is taken.')).toContain('full stop')
})
