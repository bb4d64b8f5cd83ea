import { type Copy, copy, type Language, languages, speak } from '../copy.ts'
import { csvLines, type Separator, separators } from './csv-line.ts'
import type { Fault } from './fault.ts'

/** The refused rows of a file, just as they were in it, and the format of the file. */
export type RefusedRows = {
  readonly headings: readonly string[]
  /** Null: it was a workbook. */
  readonly separator: Separator | null
  readonly rows: readonly {
    readonly line: number
    /** A sentence, for readers without a translation. */
    readonly reason: string
    readonly faults?: readonly Fault[]
    readonly cells: readonly string[]
  }[]
}

const say = copy({ reason: { ro: 'De ce a fost refuzat', en: 'Why it was refused' } })

/** The heading of our own column; an import ignores it. */
export const reasonHeading: Copy = say.reason

export const isReasonHeading = (heading: string): boolean =>
  languages.some((language) => speak(reasonHeading, language) === heading)

/**
 * The refused rows as a file that can be corrected and uploaded again: all its columns in order, with the same separator,
 * and first a column with the reasons. It comes first because a row may have more cells than there are headings. A column
 * of reasons from an earlier refusal is left out.
 * @param explain why a row was refused, in the reader's language.
 */
export function refusedFile(
  { headings, separator, rows }: RefusedRows,
  language: Language,
  explain: (row: RefusedRows['rows'][number]) => string = ({ reason }) => reason,
): string {
  const line = csvLines(separator ?? separators[language])
  const isOwn = headings.map(isReasonHeading)
  const uploaded = (cells: readonly string[]) => cells.filter((_, place) => !isOwn[place])
  // With a byte order mark, or Excel would assume the machine's code page.
  return `\uFEFF${[
    [speak(reasonHeading, language), ...uploaded(headings)],
    ...rows.map((row) => [explain(row), ...uploaded(row.cells)]),
  ]
    .map(line)
    .join('')}`
}
