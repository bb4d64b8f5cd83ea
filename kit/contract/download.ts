import * as z from 'zod'
import { languages } from './copy.ts'

/** The file format of a list: a workbook or CSV, and the language of its headings. */
export const Download = z.object({
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  language: z.enum(languages).default('ro'),
})
export type Download = z.output<typeof Download>

export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const satisfies Record<Download['format'], string>

/** The reply of a call that takes `Download`: a workbook, unless CSV is asked for. */
export const downloaded = { streams: 'file', mediaType: fileTypes.xlsx } as const
