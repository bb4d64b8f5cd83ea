import * as z from 'zod'
import { phoneDigits } from '#features/session/domain.ts'
import type { Facts, FlagField, TextField } from '#kit/contract/field.ts'
import { flagCell, maybe } from '#kit/contract/import/cell.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { filledLine, line } from '#kit/contract/value/text.ts'

const name = filledLine(200).meta({ examples: ['Ioana Pop'] })

const phone = filledLine(50, 'signs')
  .refine((typed) => phoneDigits(typed) !== '', 'Must have digits')
  .meta({ examples: ['0722 000 001'] })

/** The text fields of an observer that staff fill in, in the order in which they are typed and shown. */
export const observerTexts = {
  name: {
    column: 'name',
    typed: name,
    changed: line(200)
      .optional()
      .meta({ examples: ['Ioana Pop'] }),
    shown: z.string().meta({ examples: ['Ioana Pop'] }),
    cell: name,
    headings: [
      'Name',
      'Nume',
      'Nume și prenume',
      'Nume complet',
      'Full name',
      'Last name',
      'Observator',
    ],
    fallback: '',
    isRequired: true,
    isPersonal: true,
    maxLength: 200,
  },
  phone: {
    column: 'phone',
    typed: phone,
    changed: line(50, 'signs')
      .refine((typed) => typed === '' || phoneDigits(typed) !== '', 'Must have digits')
      .optional(),
    shown: z.string().meta({ examples: ['0722 000 001'] }),
    cell: phone,
    headings: [
      'Phone',
      'Telefon',
      'Tel',
      'Phone number',
      'Număr de telefon',
      'Numărul de telefon',
      'Nr. telefon',
      'Nr. de telefon',
      'Mobile',
      'Mobil',
      'Telefon mobil',
    ],
    fallback: '',
    isRequired: true,
    isPersonal: true,
    maxLength: 50,
    width: '9.5rem',
  },
} as const satisfies Readonly<Record<string, TextField>>

/** The flags of an observer. */
export const observerFlags = {
  isTest: {
    column: 'is_test',
    typed: flag
      .default(false)
      .describe('A test observer’s reports are kept, and left out of every count.'),
    changed: flag.optional(),
    shown: z.boolean(),
    cell: maybe(flagCell),
    headings: ['Test', 'Test observer', 'Observator de test'],
    fallback: false,
    isRequired: false,
    isPersonal: false,
  },
} as const satisfies Readonly<Record<string, FlagField>>

/** All fields of an observer that are stored as typed; the PIN is not, and the organisation is chosen. */
export const observerFields = { ...observerTexts, ...observerFlags }

export type ObserverFacts = Facts<typeof observerFields>
