import { csvLine } from '#kit/contract/csv-line.ts'
import { saveFile } from '#kit/web/files.ts'
import { t } from '#kit/web/language.ts'
import type { ImportField } from '#kit/web/ui/import-columns.ts'
import { neededFields } from '../columns.ts'
import { say } from '../copy.ts'

const isNeeded = (id: string) => neededFields.some((needed) => needed === id)

/** What a file says of observers. */
export const importFields: readonly ImportField[] = [
  { id: 'phone', text: t(say.phone) },
  { id: 'pin', text: t(say.pin) },
  { id: 'name', text: t(say.name) },
  { id: 'firstName', text: t(say.firstName) },
  { id: 'test', text: t(say.test) },
].map((field) => ({ ...field, isNeeded: isNeeded(field.id) }))

/** A file with nothing but headings, as the import knows them in every language. */
export function saveTemplate(): void {
  const headings = [say.phone, say.pin, say.name, say.test].map((title) => t(title))
  const text = csvLine(headings, ',')
  // Marked as UTF-8, without which Excel would take it for the machine's own letters.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${t(say.observers)}.csv`)
}
