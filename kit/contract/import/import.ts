import * as z from 'zod'
import { fileTypes } from '../download.ts'
import { flag } from '../value/flag.ts'
import { fileSeparators } from './csv-line.ts'
import { Fault } from './fault.ts'
import { Unfit } from './unfit.ts'

/** The outcome of a row, or in a dry run the outcome it would have. */
export const RowOutcome = z.enum(['added', 'changed', 'unchanged', 'wrong'])
export type RowOutcome = z.output<typeof RowOutcome>

/** A row's cells by field, without what is secret. */
const Cells = z
  .record(z.string(), z.string())
  .meta({ examples: [{ phone: '0722 000 001', name: 'Ioana Pop' }] })

/** By field, the stored value and the new one; null when it is secret or missing. */
export const Changes = z
  .record(z.string(), z.object({ was: z.string().nullable(), becomes: z.string().nullable() }))
  .meta({ examples: [{ name: { was: 'Ioana Pop', becomes: 'Ioana Popa' } }] })
export type Changes = z.output<typeof Changes>

/** The result of an import, or of a dry run. */
export const ImportReport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  wrong: z.array(
    z.object({
      line: z.int(),
      reason: z
        .string()
        .meta({ examples: ['pin: Too small'] })
        .describe(
          'Why it does not fit: a sentence in Romanian or English, by `Accept-Language`; without it in English, after the field’s name.',
        ),
      faults: z.array(Fault).describe('The same as data: what is wrong, field by field.'),
      cells: Cells,
      uploaded: z
        .array(z.string())
        .meta({ examples: [['0722 000 001', '12', 'Ioana Pop']] })
        .describe('All that stood in the row, in the order of the file.'),
    }),
  ),
  rows: z
    .array(z.object({ line: z.int(), fate: RowOutcome, cells: Cells }))
    .describe('The first hundred rows.'),
  completed: z
    .array(
      z.object({
        line: z.int(),
        from: z.string().meta({ examples: ['733444555'] }),
        to: z.string().meta({ examples: ['0733444555'] }),
      }),
    )
    .describe('Phones without their first zero, and how they are read; the first thousand.'),
  changes: z
    .array(z.object({ line: z.int(), cells: Cells, changes: Changes }))
    .describe('The first thousand rows that change something, with what they change.'),
  warnings: z
    .array(
      z.object({
        reason: z.string().meta({ examples: ['Latitude and longitude are likely swapped.'] }),
        fault: Fault,
        rows: z.int(),
        lines: z.array(z.int()).describe('The first hundred of them.'),
      }),
    )
    .describe('What is likely wrong and refuses no row; found by a check only.'),
  doubted: z
    .array(
      z.object({
        line: z.int(),
        reason: z.string().meta({ examples: ['A digit is missing from the phone.'] }),
        faults: z.array(Fault),
        cells: Cells,
      }),
    )
    .describe('The first thousand rows of these warnings.'),
  renamed: z.int().describe('How many people get another name; they may be others.'),
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
    .describe('The headings of the file, and the field that each is read as; null: none.'),
  unfit: Unfit.nullable().describe(
    'Of a list that is likely of another kind, how little of it fits; else null.',
  ),
  headerLine: z
    .int()
    .nullable()
    .meta({ examples: [null] })
    .describe('The line of the headings, where rows above it are not read; else null.'),
  separator: z
    .enum(fileSeparators)
    .nullable()
    .describe('What parts the cells of the file; null: it is a workbook.'),
  letters: z
    .enum(['UTF-8', 'UTF-16', 'Windows-1250', 'Windows-1252'])
    .describe('How the letters of the file were read.'),
  sheets: z
    .array(z.string())
    .meta({ examples: [['Observers', 'Old list']] })
    .describe('The sheets of a workbook that have text and are not hidden.'),
  sheet: z
    .string()
    .nullable()
    .meta({ examples: ['Observers'] })
    .describe('The one that was read; null: the file is no workbook.'),
})
export type ImportReport = z.output<typeof ImportReport>

/** The input of every import: one file, which is read and not stored. */
export const sheetFile = {
  most: 1,
  maxBytes: 20_000_000,
  kept: false,
  name: 'file',
  mediaType: `text/csv, ${fileTypes.xlsx}`,
} as const

/** The options of every import. */
export const ImportOptions = z.object({
  skipInvalid: flag
    .default(false)
    .describe(
      'Leaves wrong rows out; otherwise one of them refuses the file, and all are named: in Romanian or English, by `Accept-Language`.',
    ),
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
      'Unknown headings of the file, each with its field, as JSON: `{"Mobil privat": "phone", "Observații": ""}`. The column of an empty field is ignored.',
    ),
  sheet: z
    .string()
    .max(100)
    .optional()
    .meta({ examples: ['Observers'] })
    .describe(
      'The sheet of a workbook to read; without it, the first with text that is not hidden.',
    ),
})

export const DryRun = z.object({
  dryRun: flag.default(false).describe('Says what would happen, and stores nothing.'),
})
