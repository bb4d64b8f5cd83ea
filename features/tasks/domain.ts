import type { Fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { RefusedRows } from '#kit/contract/import/refused.ts'
import type { Right } from '#kit/contract/roles.ts'
import { storable } from '#kit/contract/value/text.ts'
import type { TaskKindName } from './contract.ts'

/** The right that its owner must still have when it starts. */
export const rightFor = (kind: TaskKindName): Right => {
  if (kind.startsWith('export.')) return 'export'
  return kind === 'import.observers' || kind === 'import.plan' ? 'recruit' : 'set-up'
}

/** How long a result and refused rows are kept. */
export const keptSeconds = 7 * 86_400

/** How long an import can be undone, in seconds; then its undo data is deleted. */
export const importKeptSeconds = 7 * 86_400

/** The time of the earliest import that can still be undone. */
export const importKeptSince = (now: Date): Date =>
  new Date(now.getTime() - importKeptSeconds * 1000)

/** The most refused rows that are kept. */
export const mostRows = 1000

/** Removes characters that the database cannot store: a cell may contain any. */
const withStorable = ({ details = {}, ...fault }: Fault): Fault => ({
  ...fault,
  details: Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? storable(value) : value,
    ]),
  ),
})

/** The refused rows of an import: their number and the first ones; undefined if there are none. */
export function refusedOf({
  wrong,
  columns,
  separator,
}: ImportReport): { count: number; rows: RefusedRows } | undefined {
  if (wrong.length === 0) return undefined
  const rows = wrong.slice(0, mostRows).map(({ line, reason, faults, uploaded }) => ({
    line,
    reason: storable(reason),
    faults: faults.map(withStorable),
    cells: uploaded,
  }))
  return {
    count: wrong.length,
    rows: { headings: columns.map(({ heading }) => heading), separator, rows },
  }
}
