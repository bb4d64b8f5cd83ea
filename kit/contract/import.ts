import * as z from 'zod'
import { flag } from './flag.ts'

/** What happens, or would happen, to a row of a file. */
export const Fate = z.enum(['added', 'changed', 'unchanged', 'wrong'])
export type Fate = z.output<typeof Fate>

/** A row's cells by field, without what is secret. */
const Cells = z
  .record(z.string(), z.string())
  .meta({ examples: [{ phone: '0722 000 001', name: 'Ioana Pop' }] })

/** What an import did; or would do, where it was only tried. */
export const ImportReport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  wrong: z.array(
    z.object({
      line: z.int(),
      reason: z.string().meta({ examples: ['pin: Too small'] }),
      cells: Cells,
    }),
  ),
  rows: z
    .array(z.object({ line: z.int(), fate: Fate, cells: Cells }))
    .describe('The first hundred rows.'),
  columns: z
    .array(
      z.object({
        heading: z.string().meta({ examples: ['Telefon'] }),
        field: z
          .string()
          .nullable()
          .meta({ examples: ['phone'] }),
      }),
    )
    .describe('The headings as they stand in the file, and the field that each was taken for.'),
})
export type ImportReport = z.output<typeof ImportReport>

/** What every import takes: one file, which is read and not kept. */
export const csvFile = {
  most: 1,
  maxBytes: 20_000_000,
  kept: false,
  name: 'file',
  mediaType: 'text/csv',
} as const

/** What every import of a file may be told. */
export const ImportOptions = z.object({
  skipInvalid: flag
    .default(false)
    .describe('Leaves wrong rows out; otherwise one of them refuses the file.'),
  columns: z
    .string()
    .max(20_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'Must be JSON' })
        return z.NEVER
      }
    })
    .pipe(z.record(z.string(), z.string()))
    .optional()
    .describe(
      'Headings of the file that we would not know, each with the field it stands for, as JSON: `{"Mobil privat": "phone", "Observații": ""}`. An empty field: that column is not read.',
    ),
})

export const DryRun = z.object({
  dryRun: flag.default(false).describe('Says what would happen, and stores nothing.'),
})
