import { groupBy } from '#kit/contract/group.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'

/** What is likely wrong with a row that is stored all the same. */
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
