import { keysOf } from '#kit/contract/field.ts'
import { t } from '#kit/web/language.ts'
import { saveTemplate } from '#kit/web/read/files.ts'
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
export const saveHeadings = (): void =>
  saveTemplate(
    importFields.filter(({ id }) => id !== 'firstName').map(({ text }) => text),
    t(say.observers),
  )
