import * as z from 'zod'
import { largestInteger, whole } from './value/id.ts'

const revision = z.int().min(1)

/** When a field was last changed, and the author if known: an imported file has none. */
const FieldChange = z.object({
  revision,
  at: z.iso.datetime().meta({ examples: ['2026-11-22T08:21:11.000Z'] }),
  by: z
    .string()
    .nullable()
    .meta({ examples: ['ana'] }),
})
export type FieldChange = z.output<typeof FieldChange>

/** Sent to staff for everything with an edit form of its own. */
export const revisionFields = {
  revision: revision
    .meta({ examples: [3] })
    .describe('Counts its changes. Who changes it names the one they began from.'),
  changes: z
    .record(z.string(), FieldChange)
    .meta({ examples: [{ name: { revision: 3, at: '2026-11-22T08:21:11.000Z', by: 'ana' } }] })
    .describe('By field, its last change: revision, time and author.'),
} as const
export type Revised = {
  readonly revision: number
  readonly changes: Readonly<Record<string, FieldChange>>
}

/**
 * The revision a change is based on. Only fields that are sent are changed. A field that another user has changed since is
 * refused with `thing.changed-meanwhile`. Without a revision the last change wins.
 */
export const baseRevision = {
  revision: whole(1, largestInteger)
    .optional()
    .meta({ examples: [3] })
    .describe(
      'The revision that was on screen when the change began. A field that was changed since is then not overwritten: 409. Without it, it is.',
    ),
} as const
