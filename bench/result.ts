import * as z from 'zod'
import { units } from './figure.ts'

export const Result = z.object({
  number: z.int(),
  what: z.string(),
  value: z.number(),
  unit: z.enum(units),
  least: z.number().optional(),
  most: z.number().optional(),
  ms: z.number().optional(),
  footnote: z.string().optional(),
  /** Share of the data; 1 is all of it. */
  share: z.number(),
  /** Which PostgreSQL. */
  kind: z.enum(['own', 'embedded']),
  /** The machine, and the day: `2026-11-22`. */
  on: z.string(),
  day: z.string(),
})
/** A figure with its origin. */
export type Result = z.output<typeof Result>
