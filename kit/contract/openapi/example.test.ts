import { expect, test } from 'vitest'
import * as z from 'zod'
import { page } from '../page.ts'
import { flag } from '../value/flag.ts'
import { id, whole } from '../value/id.ts'
import { instant } from '../value/instant.ts'
import { exampleOf } from './example.ts'
import { jsonSchemaOf } from './json-schema.ts'

const exampleOfSchema = (schema: z.ZodType) => exampleOf(jsonSchemaOf(schema))

test('builds an example from the examples and defaults of the fields', () => {
  const County = z.object({
    id: id('areas'),
    code: z.string().meta({ examples: ['CJ', 'AB'] }),
    diaspora: flag.default(false),
    since: instant,
  })

  expect(exampleOfSchema(page(County))).toEqual({
    data: [{ id: 12, code: 'CJ', diaspora: false, since: '2026-11-22T08:21:11.000Z' }],
    totalItems: 1,
    totalPages: 1,
    page: 1,
    pageSize: 20,
  })
})

test('omits an optional field unless it has an example', () => {
  const Query = z.object({
    name: z
      .string()
      .optional()
      .meta({ examples: ['ioana'] }),
    note: z.string().optional(),
    urgent: flag.optional(),
    ids: z.array(z.int()).optional(),
  })

  expect(exampleOfSchema(Query)).toEqual({ name: 'ioana' })
})

test('falls back to null, the first valid number and the first choice', () => {
  const Anything = z.object({
    hint: z.string().nullable(),
    number: whole(7, 9),
    kind: z.enum(['answer', 'note']),
    action: z.literal('reset-password'),
    isTest: z.boolean(),
    rows: z.array(z.object({ line: z.int() })),
    sent: z.record(z.string(), z.unknown()),
  })

  const example = exampleOfSchema(Anything)

  expect(example).toEqual({
    hint: null,
    number: 7,
    kind: 'answer',
    action: 'reset-password',
    isTest: false,
    rows: [{ line: 1 }],
    sent: {},
  })
  expect(Anything.safeParse(example).success).toBe(true)
})

test('accepts null as an example', () => {
  const why = z
    .object({ code: z.string() })
    .nullable()
    .meta({ examples: [null] })

  expect(exampleOfSchema(z.object({ why }))).toEqual({ why: null })
})

test('gives no example for text that declares none', () => {
  expect(exampleOfSchema(z.object({ name: z.string() }))).toEqual({})
})

test('describes a number or flag that is also read as text by its own type', () => {
  const schema = z.object({ id: id('areas').describe('Its key'), isNew: flag.default(true) })

  expect(jsonSchemaOf(schema)).toEqual({
    type: 'object',
    properties: {
      id: {
        type: 'integer',
        minimum: 1,
        maximum: 2_147_483_647,
        examples: [12],
        description: 'Its key',
      },
      isNew: { type: 'boolean', default: true },
    },
    required: ['id'],
  })
})
