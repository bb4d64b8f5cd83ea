import * as z from 'zod'
import { type Facts, keysOf, type NumberField, type TextField } from '#kit/contract/field.ts'
import { maybe, wholeCell } from '#kit/contract/import/cell.ts'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { line } from '#kit/contract/value/text.ts'

const text = (column: string, most: number, example: string) => {
  const examples = { examples: [example] }
  return {
    column,
    typed: line(most).default('').meta(examples),
    changed: line(most).meta(examples).optional(),
    shown: z.string().meta(examples),
    cell: maybe(line(most)),
    fallback: '',
    isRequired: false,
    isPersonal: false,
    maxLength: most,
  } as const satisfies TextField
}

const count = (column: string, example: number, about: string) => {
  const typed = whole(0, largestInteger).nullable()
  const described = { examples: [example], description: about }
  return {
    column,
    typed: typed.default(null).meta(described),
    changed: typed.meta(described).optional(),
    shown: z.int().nullable().describe(about),
    cell: maybe(wholeCell(0, largestInteger)),
    fallback: null,
    isRequired: false,
    isPersonal: false,
  } as const satisfies NumberField
}

/** The texts of a polling station that staff fill in. */
export const stationTexts = {
  label: text('label', 40, '12A'),
  name: text('name', 256, 'Liceul „Avram Iancu”'),
  address: text('address', 1000, 'str. Onisifor Ghibu 25'),
}

/** Its whole numbers, beside the one that it is known by. */
export const stationNumbers = {
  voters: count('registered_voters', 1204, 'How many are registered to vote there.'),
}

/**
 * The fields of a polling station that are stored as typed. Its area, its number and its coordinates have rules of their
 * own; all else that is imported, exported, edited, undone and shown of a station follows from these.
 */
export const stationFields = { ...stationTexts, ...stationNumbers }

export type StationFacts = Facts<typeof stationFields>

/** Fields shown one by one; screens show name and address together as the place. */
export const furtherFields = keysOf(stationFields).filter(
  (name) => name !== 'name' && name !== 'address',
)
