import { expect, test } from 'vitest'
import * as z from 'zod'
import { parse } from '../parse.ts'
import { Problem } from '../problem.ts'
import { closed, isClosed, unreadOf } from './closed.ts'

const Place = z.object({ code: z.string().optional(), position: z.int().optional() })
const body = closed(z.object({ name: z.string(), places: z.array(closed(Place)).default([]) }))

const errorsOf = (given: unknown) => {
  try {
    return parse(body, given)
  } catch (error) {
    return error instanceof Problem ? error.details : error
  }
}

test('names every unknown field of a closed body, with other errors', () => {
  expect(errorsOf({ nmae: 'x', zzz: 1 })).toEqual({
    errors: {
      name: ['Invalid input: expected string, received undefined'],
      nmae: ['Unknown field: did you mean name?'],
      zzz: ['Unknown field'],
    },
  })
  expect(errorsOf({ name: 'x', places: [{}, { posotion: 1 }] })).toEqual({
    errors: {
      'places.1.posotion': ['Unknown field: did you mean position?'],
    },
  })
})

test('leaves the original schema open when a body is closed', () => {
  expect(isClosed(Place)).toBe(false)
  expect(Place.parse({ code: 'x', more: 1 })).toEqual({ code: 'x' })
})

test('lists the fields that a closed body accepts and does not read', () => {
  const lenient = closed(Place, 'id', 'ngo')

  expect(unreadOf(lenient)).toEqual(['id', 'ngo'])
  expect(lenient.description).toBe('Also accepted, and not read: `id`, `ngo`.')
})
