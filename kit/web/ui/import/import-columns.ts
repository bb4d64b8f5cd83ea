import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import type { Column } from '../table/columns.ts'

/** A field that a column of the file may hold. */
export type ImportField = {
  readonly id: string
  readonly text: string
  /** Required for the import. */
  readonly isNeeded: boolean
}

/** A row of a file, with its cells by field. */
export type Cells = {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

export const keyOf = ({ line }: Cells) => String(line)

export const lineColumn: Column<Cells> = {
  id: 'line',
  title: t(say.line),
  width: '5rem',
  align: 'end',
  cell: ({ line }) => line,
}

export const reasonColumn: Column<Cells & { readonly reason: string }> = {
  id: 'reason',
  title: t(say.reason),
  width: '26rem',
  cell: ({ reason }) => reason,
}

export const columnsOf = (shown: readonly ImportField[]): Column<Cells>[] =>
  shown.map(({ id, text }) => ({ id, title: text, cell: ({ cells }) => cells[id] ?? '' }))

/** Tables of rows scroll by themselves. */
export const scrolling = 'max-h-96 overflow-auto'
