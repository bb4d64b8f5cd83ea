import { keysOf } from '#kit/contract/field.ts'
import { csvLine } from '#kit/contract/import/csv-line.ts'
import { t } from '#kit/web/language.ts'
import { saveFile } from '#kit/web/read/files.ts'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import { importHeadings, importWords, neededFields } from '../../columns.ts'
import { say } from '../../copy.ts'

const isNeeded = (id: string) => neededFields.some((needed) => needed === id)

/** What a file says of observers. */
export const importFields: readonly ImportField[] = keysOf(importHeadings).map((id) => ({
  id,
  text: t(importWords[id].title),
  isNeeded: isNeeded(id),
}))

/** A file with nothing but headings, as the import knows them in every language; a name stands in one cell. */
export function saveTemplate(): void {
  const headings = importFields.filter(({ id }) => id !== 'firstName').map(({ text }) => text)
  const text = csvLine(headings, ',')
  // Marked as UTF-8, without which Excel would take it for the machine's own letters.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${t(say.observers)}.csv`)
}
