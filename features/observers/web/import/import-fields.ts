import { keysOf } from '#kit/contract/field.ts'
import { csvLine } from '#kit/contract/import/csv-line.ts'
import { t } from '#kit/web/language.ts'
import { saveFile } from '#kit/web/read/files.ts'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import { importHeadings, importWords, neededFields } from '../../columns.ts'
import { say } from '../../copy.ts'

const isNeeded = (id: string) => neededFields.some((needed) => needed === id)

/** The columns of a file of observers. */
export const importFields: readonly ImportField[] = keysOf(importHeadings).map((id) => ({
  id,
  text: t(importWords[id].title),
  isNeeded: isNeeded(id),
}))

/** A file with headings only, which the import accepts in every language; a name is one cell. */
export function saveTemplate(): void {
  const headings = importFields.filter(({ id }) => id !== 'firstName').map(({ text }) => text)
  const text = csvLine(headings, ',')
  // Marked as UTF-8, or Excel would assume the machine's own code page.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${t(say.observers)}.csv`)
}
