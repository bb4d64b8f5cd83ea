import { isSheetError } from './cell.ts'
import { type Fault, fault } from './fault.ts'

/** By place, the cells of a workbook that are neither text nor number nor boolean. */
export type CellKinds = ReadonlyMap<number, 'error' | 'date'>

/**
 * The faults of cells whose text is not the typed one: an error of the spreadsheet, or a date that it made of another
 * text.
 * @param cells the row's cells by field
 * @param moments the fields that expect dates
 */
export function spoiledCells(
  kinds: CellKinds | undefined,
  cells: Readonly<Record<string, string>>,
  fields: readonly (string | null)[],
  moments: readonly string[],
): Fault[] {
  const kindAt = (place: number, cell: string) =>
    kinds ? kinds.get(place) : isSheetError(cell) && 'error'
  return [...fields.entries()].flatMap(([place, field]) => {
    if (field === null) return []
    const cell = cells[field] ?? ''
    const kind = kindAt(place, cell)
    if (kind === 'error') return [fault('cell.error', { cell: cell.trim() }, field)]
    return kind === 'date' && !moments.includes(field) ? [fault('cell.date', undefined, field)] : []
  })
}

/** Names accept any text: a spoiled cell is wrong in every field that has no other fault. */
export function withSpoiled(found: readonly Fault[], spoiled: readonly Fault[]): Fault[] {
  const isVague = ({ code, field }: Fault) =>
    spoiled.some(
      (one) => one.field === field && (one.code === 'cell.date' || code === 'cell.refused'),
    )
  const rest = found.filter((one) => !isVague(one))
  return [...rest, ...spoiled.filter((one) => !rest.some(({ field }) => field === one.field))]
}
