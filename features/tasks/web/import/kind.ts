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

/** A field that a column of a file may hold; `isNeeded`: required for the import. */
export type ImportField = { readonly id: string; readonly text: string; readonly isNeeded: boolean }

/** The fields of a kind of rows, in the order of these ids. */
export const fieldsOf = <Id extends string>(
  ids: readonly Id[],
  words: Readonly<Record<Id, { readonly title: Copy }>>,
  needed: readonly Needed[],
): readonly ImportField[] =>
  ids.map((id) => ({ id, text: t(words[id].title), isNeeded: needed.includes(id) }))

/** The options of every import. */
export type Options = {
  readonly skipInvalid: boolean
  readonly columns?: string
  /** Only where the page offers it, and it was accepted. */
  readonly changePhones?: true
  readonly sheet?: string
}

/** What was done to the rows. */
export type Done = Pick<ImportReport, 'added' | 'changed' | 'unchanged'> & {
  readonly wrong: { readonly length: number }
}

/** An import as it is shown; `along`: rows of another kind that came with it. */
export type ShownImport = UndoableImport & {
  readonly ngo?: string | null
  readonly along?: number
  readonly alongRemoved?: number
}

/** An item that an undo kept: its name, its own page if it has one, and why. */
type KeptItem = {
  readonly name: string
  readonly link?: LinkProps | undefined
  readonly about?: ReactNode
  readonly why: Copy
}

/** A kind of imported rows: what its page shows, and which calls it makes. */
export type ImportKind<One extends ShownImport = ShownImport> = {
  readonly title: string
  /** The page of what was imported, and the words that lead back to it. */
  readonly list: NonNullable<LinkProps['to']>
  readonly back: string
  /** What is read again once something was imported or undone. */
  readonly touches: readonly Endpoint[]

  /** The target of the rows; the check is repeated when it changes. Null: it is not chosen yet. */
  readonly target: string | null
  readonly fileAbout: string
  readonly fields: readonly ImportField[]
  /** An empty file to fill in: its name, and its headings. */
  readonly template: { readonly name: string; readonly fields: readonly ImportField[] }
  readonly check: (file: File, options: Options, signal: AbortSignal) => Promise<ImportReport>
  readonly now: (file: File, options: Options, checked: ImportReport) => Promise<Done>
  /** Imports a large file by a task. */
  readonly later: (file: File, options: Options) => Promise<Pick<Task, 'id'>>
  /** The offer to change phones, for a file in which there are some; otherwise undefined. */
  readonly offer?: (report: ImportReport) => string | undefined
  /** How many were added, where the kind has its own sentence. */
  readonly added?: Copy

  readonly imports: UseQueryOptions<One[], Problem>
  readonly undo: (sent: { readonly params: Pick<ShownImport, 'id'> }) => Promise<unknown>
  /** What stays once an import is undone. */
  readonly undoAbout: string
  readonly kept: (one: One) => readonly KeptItem[]
  /** How its rows are counted, and those that came along. */
  readonly counted: (one: One) => Copy
  readonly countedAlong?: Copy
}
