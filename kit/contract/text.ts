import * as z from 'zod'

/**
 * Text as PostgreSQL can hold it: without U+0000, and with U+FFFD for half a surrogate pair, as in
 * UTF-8. A phone could never mend either.
 */
export const storable = (text: string) => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD')

/** Text as somebody wrote it, several lines allowed; `max` in characters. */
export const text = (max: number) => z.string().overwrite(storable).max(max)

/** One line: trimmed at its ends, runs of spaces collapsed (spec.md section 5). `max` in characters. */
export const line = (max: number) =>
  z
    .string()
    .overwrite((typed) => storable(typed).replace(/\s+/g, ' ').trim())
    .max(max)

/** A line that must say something. */
export const filledLine = (max: number) => line(max).min(1)
