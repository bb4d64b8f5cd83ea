import * as z from 'zod'
import { isReasonHeading } from './refused.ts'

/** Counts that show how badly a file fits the kind of list it was uploaded as. */
export const Unfit = z.object({
  columns: z.int().describe('The headings of the file.'),
  readColumns: z.int().describe('Those of them that are known.'),
  rows: z.int().describe('Its rows.'),
  refused: z.int().describe('Those of them that are refused.'),
  renaming: z.int().describe('Those that would rename what is stored.'),
})
export type Unfit = z.output<typeof Unfit>

/**
 * Set for a list that is probably of another kind: at most two thirds of its headings are known, and at least half of its
 * rows are refused or would rename stored rows. Undefined for all others, and when nothing could be stored anyway.
 * @param columns the headings of the file, each with its field
 */
export function unfitOf(
  columns: readonly { readonly heading: string; readonly field: string | null }[],
  counts: Pick<Unfit, 'rows' | 'refused' | 'renaming'>,
): Unfit | undefined {
  const filled = columns.filter(({ heading }) => heading !== '' && !isReasonHeading(heading))
  const read = filled.filter(({ field }) => field !== null)
  const { rows, refused, renaming } = counts
  const isOther = read.length * 3 <= filled.length * 2 && (refused + renaming) * 2 >= rows
  if (!isOther || refused >= rows) return undefined
  return { columns: filled.length, readColumns: read.length, ...counts }
}
