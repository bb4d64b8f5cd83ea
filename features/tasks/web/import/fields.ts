import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'

/** A field that a column of a file may hold. */
export type ImportField = {
  readonly id: string
  readonly text: string
  /** Required for the import. */
  readonly isNeeded: boolean
}

/** The fields of a kind of rows, in the order of these ids. */
export const fieldsOf = <Id extends string>(
  ids: readonly Id[],
  words: Readonly<Record<Id, { readonly title: Copy }>>,
  needed: readonly string[],
): readonly ImportField[] =>
  ids.map((id) => ({ id, text: t(words[id].title), isNeeded: needed.includes(id) }))
