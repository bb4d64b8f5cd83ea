import { type Copy, copy, type Language, languages, speak } from './copy.ts'
import { csvLines } from './csv-line.ts'
import type { Separator } from './rows.ts'

/** Rows of a file that did not fit, just as they stood in it, and how the file was written. */
export type Refused = {
  readonly headings: readonly string[]
  readonly separator: Separator
  readonly rows: readonly {
    readonly line: number
    readonly reason: string
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
 * @param explain the reason in the reader's language.
 */
export function refusedFile(
  { headings, separator, rows }: Refused,
  language: Language,
  explain: (reason: string) => string = (reason) => reason,
): string {
  const line = csvLines(separator)
  const isOwn = headings.map(isReasonHeading)
  const uploaded = (cells: readonly string[]) => cells.filter((_, place) => !isOwn[place])
  // Marked as UTF-8, without which Excel would take it for the machine's own letters.
  return `\uFEFF${[
    [speak(reasonHeading, language), ...uploaded(headings)],
    ...rows.map(({ reason, cells }) => [explain(reason), ...uploaded(cells)]),
  ]
    .map(line)
    .join('')}`
}
