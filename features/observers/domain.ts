import * as z from 'zod'
import { phoneDigits } from '#features/session/domain.ts'
import { factsIn, type Given, partOf, valuesIn } from '#kit/contract/field.ts'
import { isSheetError, maybe } from '#kit/contract/import/cell.ts'
import { faultParams } from '#kit/contract/import/fault.ts'
import {
  type ColumnFields,
  findHeader,
  type ParsedRow,
  type Row,
  readRows,
  type Table,
  uniqueRows,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import { line } from '#kit/contract/value/text.ts'
import { importHeadings, neededFields } from './columns.ts'
import { ObserverDraft } from './contract.ts'
import { type ObserverFacts, observerFields } from './fields.ts'

/** An observer from a file; absent fields stay, for example whether they are a test observer. */
export type ObserverRow = Given<typeof observerFields> & {
  readonly pin?: ObserverDraft['pin'] | undefined
}

/** `1234.0`: a spreadsheet turned a column into decimal numbers, because one of its cells is empty. */
const hasNoDecimals = (typed: string) => !/^\d+[.,]0+$/.test(typed)
const decimals = faultParams('cell.decimals')

/** Not a spreadsheet formula or its error (`=A1`, `#REF!`): no observer would type that PIN on a phone. */
const isNoFormula = (typed: string) => !typed.startsWith('=') && !isSheetError(typed)
const formula = faultParams('cell.formula')

/**
 * `0722 000 000 / 0733 000 000`, `0722 000 000 or 0733 000 000`, or without a separator: more digits than a number dialled from abroad has
 * (E.164: 15, after 00).
 */
const isOneNumber = (typed: string) =>
  typed.split(/[/\\;,|&]|\p{L}{2,}/u).filter((part) => (part.match(/\d/g)?.length ?? 0) >= 6)
    .length < 2 && (typed.match(/\d/g)?.length ?? 0) <= 17

const { phone, isTest: test, ...cells } = partOf(observerFields, 'cell')

const Cells = z
  .object({
    // `4.07E+11`: a spreadsheet turned it into a number, and lost most of its digits.
    phone: phone
      .refine((typed) => !/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(typed), faultParams('phone.shortened'))
      .refine(hasNoDecimals, decimals)
      .refine(isNoFormula, formula)
      .refine(isOneNumber, faultParams('phone.several')),
    pin: maybe(
      ObserverDraft.shape.pin
        .refine(hasNoDecimals, decimals)
        .refine(isNoFormula, formula)
        // One digit fewer than a PIN has.
        .refine((typed) => !/^\d{3}$/.test(typed), faultParams('pin.short')),
    ),
    firstName: line(200).optional(),
    ...cells,
    test,
  })
  .transform(({ firstName, name, test, ...rest }) => ({
    name: firstName ? `${firstName} ${name}` : name,
    isTest: test,
    ...rest,
  }))
  .refine(({ name }) => name.length <= 200, { path: ['name'], message: 'Is too long' })

/** A row's values for an observer; absent ones stay. */
export const asGiven = (row: ObserverRow, before: ObserverFacts | undefined): ObserverFacts => ({
  ...partOf(observerFields, 'fallback'),
  ...(before && factsIn(observerFields, before)),
  ...valuesIn(observerFields, row),
})

/** An observer's values, under their names in files. */
export function inFile(observer: ObserverFacts) {
  const { isTest: test, ...facts } = factsIn(observerFields, observer)
  return { ...facts, test }
}

/**
 * Parses rows part by part; a second row with the same phone, however it is typed, is wrong.
 * @param keyOf the key shared by all ways of typing a phone
 */
export function observerReader(file: string, keyOf: (phone: string) => string = phoneDigits) {
  const seen = new Map<string, number>()
  return (
    rows: readonly Row[],
    fields: ColumnFields,
    wrong: WrongRow[],
  ): ParsedRow<ObserverRow>[] => {
    const read = readRows(Cells, { file, rows }, fields, wrong)
    return uniqueRows(file, read, ({ phone }) => keyOf(phone), wrong, seen)
  }
}

/** Parses a whole list of observers; one whose columns are wrong has none. */
export function readObservers(table: Table, wrong: WrongRow[]): ObserverRow[] {
  const before = wrong.length
  const { file, rows, fields } = findHeader(table, importHeadings, neededFields, wrong)
  if (wrong.length > before) return []
  return observerReader(file)(rows, fields, wrong).map(({ value }) => value)
}
