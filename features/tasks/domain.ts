import type { ImportReport } from '#kit/contract/import.ts'
import type { Right } from '#kit/contract/roles.ts'
import { storable } from '#kit/contract/text.ts'
import type { TaskKindName } from './contract.ts'

/** What whoever started it must still be allowed when it is begun. */
export const rightFor = (kind: TaskKindName): Right => {
  if (kind.startsWith('export.')) return 'export'
  return kind === 'import.observers' ? 'recruit' : 'set-up'
}

/** How long a result, and the rows that were refused, can be read. */
export const keptSeconds = 7 * 86_400

/** How many refused rows are kept to be read. */
const mostRows = 1000

/** Rows of a file that did not fit, and what stood in them, by field. */
export type Refused = {
  readonly columns: readonly { readonly heading: string; readonly field: string }[]
  readonly rows: readonly {
    readonly line: number
    readonly reason: string
    readonly cells: Readonly<Record<string, string>>
  }[]
}

/** What an import refused: how many rows, and the first of them; undefined when all fitted. */
export function refusedOf({
  wrong,
  columns,
}: Pick<ImportReport, 'wrong' | 'columns'>): { count: number; kept: Refused } | undefined {
  if (wrong.length === 0) return undefined
  return {
    count: wrong.length,
    kept: {
      columns: columns.flatMap(({ heading, field }) =>
        field === null ? [] : [{ heading: storable(heading), field }],
      ),
      rows: wrong.slice(0, mostRows).map(({ line, reason, cells }) => ({
        line,
        reason: storable(reason),
        cells: Object.fromEntries(
          Object.entries(cells).map(([field, cell]) => [field, storable(cell)]),
        ),
      })),
    },
  }
}

/** The refused rows as rows of a file: line, reason, and the cells in the file's own order. */
export const refusedCells = ({ columns, rows }: Refused) =>
  rows.map(({ line, reason, cells }) => [
    line,
    reason,
    ...columns.map(({ field }) => cells[field] ?? ''),
  ])
