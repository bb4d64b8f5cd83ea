import { groupBy } from '#kit/contract/group.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'

/** A likely mistake in a row that is stored anyway. */
export type RowWarning = { readonly line: number; readonly fault: Fault }

const shownLines = 100

/** Says each sentence once, with its rows. */
export const warningsOf = (
  found: readonly RowWarning[],
  explain: (faults: readonly Fault[]) => string,
): ImportReport['warnings'] =>
  [...groupBy(found, ({ fault }) => explain([fault]))].flatMap(([reason, same]) => {
    const lines = [...new Set(same.map(({ line }) => line))]
    const fault = same[0]?.fault
    return fault ? [{ reason, fault, rows: lines.length, lines: lines.slice(0, shownLines) }] : []
  })

type DoubtedRow = ImportReport['doubted'][number]

const mostDoubted = 1000

/**
 * The rows with warnings, in the order of the file, each with all of its own.
 * @param cellsAt the cells of a row that may be shown
 */
export const doubtedRows = (
  found: readonly RowWarning[],
  explain: (faults: readonly Fault[]) => string,
  cellsAt: (line: number) => DoubtedRow['cells'],
): DoubtedRow[] =>
  [...groupBy(found, ({ line }) => line)].slice(0, mostDoubted).map(([line, all]) => {
    const faults = all.map(({ fault }) => fault)
    return { line, reason: explain(faults), faults, cells: cellsAt(line) }
  })
