import { type Copy, copy, type Language, languages, speak } from '../copy.ts'
import { csvLines } from './csv-line.ts'
import type { Fault } from './fault.ts'
import type { Separator } from './rows.ts'

/** Rows of a file that did not fit, just as they stood in it, and how the file was written. */
export type RefusedRows = {
  readonly headings: readonly string[]
  readonly separator: Separator
  readonly rows: readonly {
    readonly line: number
    /** As a sentence, for whoever has no other to put in its place. */
    readonly reason: string
    readonly faults?: readonly Fault[]
    readonly cells: readonly string[]
  }[]
}

const say = copy({ reason: { ro: 'De ce a fost refuzat', en: 'Why it was refused' } })

/** What we call our own column; an import reads nothing from it. */
export const reasonHeading: Copy = say.reason

export const isReasonHeading = (heading: string): boolean =>
  languages.some((language) => speak(reasonHeading, language) === heading)

/**
 * The refused rows as a file that can be mended and uploaded as it is: all its columns in their order,
 * parted as they were, and before them why each was refused. Before them, because a row may have more
 * cells than there are headings. Which column said so when the file was refused before is left out.
 * @param explain why a row was refused, in the reader's language.
 */
export function refusedFile(
  { headings, separator, rows }: RefusedRows,
  language: Language,
  explain: (row: RefusedRows['rows'][number]) => string = ({ reason }) => reason,
): string {
  const line = csvLines(separator)
  const isOwn = headings.map(isReasonHeading)
  const uploaded = (cells: readonly string[]) => cells.filter((_, place) => !isOwn[place])
  // Marked as UTF-8, without which Excel would take it for the machine's own letters.
  return `\uFEFF${[
    [speak(reasonHeading, language), ...uploaded(headings)],
    ...rows.map((row) => [explain(row), ...uploaded(row.cells)]),
  ]
    .map(line)
    .join('')}`
}
