import * as z from 'zod'

/** The first file in a backup: its source. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The version of Veghe that made the backup. */
  version: z.string(),
  /** Of PostgreSQL. */
  server: z.string(),
  /** The moment of its snapshot. */
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string().regex(/^[a-z_][a-z0-9_.]*$/), columns: z.array(z.string()) }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/) })),
})
export type Manifest = z.output<typeof Manifest>

/** The last file: what must have come before it. */
export const Contents = z.object({
  /** By table. */
  rows: z.record(z.string(), z.number().int()),
  attachments: z.number().int(),
  /** Digests of attachments that were missing from the store, or damaged. */
  missing: z.array(z.string()),
})
export type Contents = z.output<typeof Contents>

export const manifestName = 'manifest.json'
export const secretName = 'secret'
export const contentsName = 'contents.json'
export const tablesFolder = 'tables/'
export const attachmentsFolder = 'attachments/'
