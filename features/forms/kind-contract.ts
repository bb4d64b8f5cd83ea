import * as z from 'zod'

/** Answered by options, by a value (a number, text, a date, a time, both, a rating), or by a file that a note brings. */
export const QuestionKind = z.enum([
  'choice',
  'whole',
  'decimal',
  'line',
  'text',
  'date',
  'time',
  'moment',
  'rating',
  'file',
])
export type QuestionKind = z.output<typeof QuestionKind>

/** 0 multiple choice, 1 single choice, 2 single choice with text, 3 multiple choice with text. */
export const QuestionType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type QuestionType = z.output<typeof QuestionType>

const limit = z
  .number()
  .nullable()
  .meta({ examples: [null] })

/** How a question is answered. A server of an earlier version sends none of it, and stored versions may lack it. */
export const Asked = z.object({
  kind: QuestionKind.default('choice').describe(
    'Every kind but `choice` is a question of type 2 with one free-text option, which the server makes. A `file` is answered by a note with a file that names the question; what is written as its answer is kept as text.',
  ),
  isRequired: z.boolean().default(false),
  min: limit.default(null).describe('The smallest number; of a rating 1.'),
  max: limit.default(null).describe('The largest number; of a rating its last.'),
  unit: z
    .string()
    .default('')
    .meta({ examples: ['alegători'] })
    .describe('Of a number.'),
})
export type Asked = z.output<typeof Asked>
