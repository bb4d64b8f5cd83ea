import * as z from 'zod'

/**
 * Everything that can be wrong with a file that is taken in, or with a row of it, and what each tells
 * besides. A code is public: never rename one, never reuse one.
 */
export const faultCodes = {
  'file.empty': [],
  'file.letters': [],
  'file.workbook': [],
  'file.quotes': ['why'],
  'column.missing': ['heading'],
  'column.twice': ['headings'],
  'row.overfull': ['cells', 'headings'],
  'row.twice': ['key', 'line'],
  'cell.refused': ['why'],
  'cell.decimals': [],
  'cell.formula': [],
  'phone.shortened': [],
  'phone.several': [],
  'phone.of-several': ['phone', 'phones'],
  'phone.of-other': ['phone'],
  'area.unknown': ['code'],
  'area.vague': ['code'],
  'area.elsewhere': ['code', 'county'],
  'count.not-numbered': ['count'],
  'count.fewer': ['count'],
  'count.of-areas': [],
} as const satisfies Record<string, readonly string[]>

export type FaultCode = keyof typeof faultCodes

export const allFaultCodes = Object.keys(faultCodes) as [FaultCode, ...FaultCode[]]

/** One thing that is wrong, and the field it is about where it is about one. */
export const Fault = z.object({
  code: z.enum(allFaultCodes).meta({ examples: ['cell.refused'] }),
  field: z
    .string()
    .optional()
    .meta({ examples: ['pin'] }),
  details: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({ examples: [{ why: 'Too small' }] }),
})
export type Fault = z.output<typeof Fault>

type Details<Code extends FaultCode> = {
  readonly [Name in (typeof faultCodes)[Code][number]]: string | number
}

/** A fault with all that its code tells. */
export const fault = <Code extends FaultCode>(
  code: Code,
  ...[details, field]: [] extends (typeof faultCodes)[Code]
    ? [details?: undefined, field?: string]
    : [details: Details<Code>, field?: string]
): Fault => ({ code, ...(field !== undefined && { field }), ...(details && { details }) })

/** What a schema says instead of a sentence of its own: which fault it has found. */
export const faultParams = (code: FaultCode) => ({ params: { fault: code } })

/** The fault that an issue of a schema is: the one it names, or that its field does not take the cell. */
export function faultOfIssue({ path, message, ...issue }: z.core.$ZodIssue): Fault {
  const field = path.map(String).join('.') || undefined
  const named = issue.code === 'custom' ? issue.params?.['fault'] : undefined
  const known = allFaultCodes.find((code) => code === named)
  const of = field === undefined ? {} : { field }
  return known ? { code: known, ...of } : { code: 'cell.refused', ...of, details: { why: message } }
}
