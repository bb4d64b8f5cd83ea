import { type Column, columns } from '#kit/contract/column.ts'
import type { Copy } from '#kit/contract/copy.ts'
import { keysOf, partOf } from '#kit/contract/field.ts'
import type { Words } from '#kit/contract/import/reason.ts'
import type { Headings } from '#kit/contract/import/rows.ts'
import { clockCell } from '#kit/contract/value/instant.ts'
import type { Observer } from './contract.ts'
import { say } from './copy.ts'
import { type ObserverFacts, observerFields, observerFlags, observerTexts } from './fields.ts'

/** The label of each field, and its sentence for refused values. */
export const fieldWords = {
  name: { title: say.name, expected: say.nameExpected },
  phone: { title: say.phone, expected: say.phoneExpected },
  isTest: { title: say.test, expected: say.testExpected },
} as const satisfies Readonly<Record<keyof ObserverFacts, Words>>

/** The labels of the fields in history. */
export const observerTitles: Readonly<Record<string, Copy>> = Object.fromEntries(
  Object.entries(fieldWords).map(([field, { title }]) => [field, title]),
)

/** A column for each of these fields. */
const columnsOf = (fields: readonly (keyof ObserverFacts)[]): readonly Column<ObserverFacts>[] =>
  fields.map((field) => ({ title: fieldWords[field].title, value: (facts) => facts[field] }))

/** An observer in a spreadsheet; moments in the election's time zone. */
export const observerColumns = (timezone: string) => {
  const shown = (at: Date | null) => at && clockCell(at, timezone)
  return columns<Omit<Observer, 'lockedUntil'>>(
    ...columnsOf(keysOf(observerTexts)),
    { title: say.ngo, value: ({ ngo }) => ngo },
    ...columnsOf(keysOf(observerFlags)),
    { title: say.registered, value: ({ deviceRegisterDate }) => shown(deviceRegisterDate) },
    { title: say.lastSeen, value: ({ lastSeen }) => shown(lastSeen) },
    { title: say.stations, value: (observer) => observer.numberOfPollingStations },
    { title: say.notes, value: ({ numberOfNotes }) => numberOfNotes },
    { title: say.e164, value: ({ e164 }) => e164 },
  )
}

const { phone, name, isTest: test, ...others } = partOf(observerFields, 'headings')

/** The headings by which the columns of imported lists are found, in the order in which we show them. */
export const importHeadings = {
  phone,
  pin: ['Pin', 'Cod PIN', 'PIN code', 'Parolă', 'Parola', 'Cod', 'Code', 'Password'],
  name,
  firstName: ['First name', 'Prenume'],
  test,
  ...others,
} as const satisfies Headings

export type ImportedField = keyof typeof importHeadings

const { isTest, ...sameWords } = fieldWords

/** The label of a column, and the sentence for a refused cell. */
export const importWords: Readonly<Record<ImportedField, Words>> = {
  ...sameWords,
  test: isTest,
  pin: { title: say.pin, expected: say.pinExpected },
  firstName: { title: say.firstName, expected: say.nameExpected },
}

/** A PIN is required for new observers only: the others keep theirs. */
export const neededFields = ['phone', 'name'] as const satisfies readonly ImportedField[]
