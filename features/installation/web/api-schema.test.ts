import { expect, test } from 'vitest'
import * as z from 'zod'
import { jsonSchemaOf } from '#kit/contract/openapi/json-schema.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { choicesOf, fieldsOf, kindOf } from './api-schema.ts'

test.each([
  ['string', z.string()],
  ['string ≤ 200', z.string().max(200)],
  ['string 4…50', z.string().min(4).max(50)],
  ['integer 1…1000', whole(1, 1000)],
  ['integer ≥ 1', id('observers')],
  ['(integer ≥ 1)[]', z.array(id('observers'))],
  ['boolean', flag],
  ['string date-time | null', instant.nullable()],
  ['"asc" | "desc"', z.enum(['asc', 'desc'])],
  ['"reset-password"', z.literal('reset-password')],
  ['any', z.unknown()],
])('describes a type as %s', (kind, schema) => {
  expect(kindOf(jsonSchemaOf(schema))).toBe(kind)
})

test('names nested fields by their path', () => {
  const Report = z.object({
    answers: z
      .array(z.object({ questionId: z.int().describe('The question.') }))
      .describe('All that was not sent yet.'),
    station: z.object({ number: z.int() }).nullish(),
  })

  const rows = fieldsOf(jsonSchemaOf(Report))

  expect(rows.map(({ name, isRequired, description }) => [name, isRequired, description])).toEqual([
    ['answers', true, 'All that was not sent yet.'],
    ['answers[].questionId', true, 'The question.'],
    ['station', false, ''],
    ['station.number', true, ''],
  ])
})

test('offers choices for a type with few values', () => {
  expect(choicesOf(jsonSchemaOf(z.enum(['asc', 'desc'])))).toEqual(['asc', 'desc'])
  expect(choicesOf(jsonSchemaOf(flag))).toEqual(['true', 'false'])
  expect(choicesOf(jsonSchemaOf(z.string()))).toBeUndefined()
})
