import type { UseQueryOptions } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Needed } from '#kit/contract/import/rows.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import type { Task, UndoableImport } from '../../contract.ts'

/** A field for a column of a file. */
export type ImportField = {
  readonly id: string
  readonly text: string
  readonly isRequired: boolean
}

/** The fields of a kind of rows, in the order of these ids. */
export const fieldsOf = <Id extends string>(
  ids: readonly Id[],
  words: Readonly<Record<Id, { readonly title: Copy }>>,
  needed: readonly Needed[],
): readonly ImportField[] =>
  ids.map((id) => ({ id, text: t(words[id].title), isRequired: needed.includes(id) }))

/** The options of every import. */
export type Options = {
  readonly skipInvalid: boolean
  readonly columns?: string
  /** Only if the page offers it and it was accepted. */
  readonly changePhones?: true
  readonly sheet?: string
}

export type Done = Pick<ImportReport, 'added' | 'changed' | 'unchanged'> & {
  readonly wrong: { readonly length: number }
}

/** An import in the list; `along`: rows of another kind in the same file. */
export type ShownImport = UndoableImport & {
  readonly ngo?: string | null
  readonly along?: number
  readonly alongRemoved?: number
}

/** An item that an undo kept: its name, the reason, and its page if it has one. */
type KeptItem = {
  readonly name: string
  readonly link?: LinkProps | undefined
  readonly about?: ReactNode
  readonly why: Copy
}

/** A kind of imported rows: the content of its page and its calls. */
export type ImportKind<One extends ShownImport = ShownImport> = {
  readonly title: string
  /** The page of the imported rows, and the text of the link to it. */
  readonly list: NonNullable<LinkProps['to']>
  readonly back: string
  /** The reads to invalidate after an import or an undo. */
  readonly touches: readonly Endpoint[]

  /** The target of the rows; a change repeats the check. Null: not chosen yet. */
  readonly target: string | null
  readonly fileAbout: string
  readonly fields: readonly ImportField[]
  /** An empty file to fill in. */
  readonly template: { readonly name: string; readonly fields: readonly ImportField[] }
  readonly check: (file: File, options: Options, signal: AbortSignal) => Promise<ImportReport>
  readonly now: (file: File, options: Options, checked: ImportReport) => Promise<Done>
  /** Imports a large file in the background. */
  readonly later: (file: File, options: Options) => Promise<Pick<Task, 'id'>>
  /** The offer to change phones, if the file changes any. */
  readonly offer?: (report: ImportReport) => string | undefined
  /** The kind's own sentence for the number of added rows. */
  readonly added?: Copy

  readonly imports: UseQueryOptions<One[], Problem>
  readonly undo: (sent: { readonly params: Pick<ShownImport, 'id'> }) => Promise<unknown>
  /** Explains what an undo keeps. */
  readonly undoAbout: string
  readonly kept: (one: One) => readonly KeptItem[]
  /** The sentence for a number of rows. */
  readonly counted: (one: One) => Copy
  readonly countedAlong?: Copy
}
