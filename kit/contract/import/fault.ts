import * as z from 'zod'

/**
 * Everything that can be wrong with an imported file, or with a row of it, and the details of each. A code is
 * public: never rename one, never reuse one.
 */
export const faultCodes = {
  'file.empty': [],
  'file.letters': [],
  'file.workbook': ['kind'],
  'file.other': ['kind'],
  'file.hidden': [],
  'file.locked': [],
  'file.damaged': [],
  'file.too-large': [],
  'file.markup': [],
  'file.quotes': ['why'],
  'column.missing': ['heading'],
  'column.twice': ['headings'],
  'row.overfull': ['cells', 'headings'],
  'row.twice': ['key', 'line'],
  'cell.refused': ['why'],
  'cell.decimals': [],
  'cell.formula': [],
  'cell.error': ['cell'],
  'cell.date': [],
  'cell.quotes': [],
  'pin.missing': [],
  'phone.shortened': [],
  'phone.several': [],
  'phone.of-several': ['phone', 'phones'],
  'phone.of-other': ['phone'],
  'phone.short': [],
  'phone.long': [],
  'phone.unknown': [],
  'phone.words': [],
  'phone.extension': [],
  'phone.of-person': [],
  'pin.short': [],
  'pin.untypeable': [],
  'person.known': [],
  'person.several': [],
  'person.twice': [],
  'area.unknown': ['code'],
  'area.vague': ['code'],
  'area.several': ['name'],
  'area.elsewhere': ['code', 'county'],
  'area.too-deep': [],
  'area.holds-stations': ['code'],
  'area.ambiguous': ['code', 'levels'],
  'area.at-other-level': ['code', 'level'],
  'area.not-above': ['code', 'level'],
  'area.without-parent': ['level'],
  'parent.unsaid': [],
  'level.unknown': ['level', 'levels'],
  'observer.unknown': ['phone'],
  'station.unknown': ['number', 'code'],
  'form.unknown': ['code'],
  'question.unknown': ['code', 'form'],
  'milestone.of-message': [],
  'shift.ends-early': [],
  'shift.elsewhere': ['area', 'number'],
  'shift.far': ['day', 'days'],
  'clock.skipped': ['clock', 'becomes'],
  'count.not-numbered': ['count'],
  'count.fewer': ['count'],
  'count.of-areas': [],
  'number.given': [],
  'label.taken': ['label', 'number'],
  'label.several': ['label'],
  'spot.zero': [],
  'spot.swapped': [],
  'spot.sign': [],
  'spot.decimals': [],
  'spot.elsewhere': ['county', 'other'],
  'spot.outside': ['county'],
  'spot.far': ['county'],
  'spot.shared': [],
} as const satisfies Record<string, readonly string[]>

export type FaultCode = keyof typeof faultCodes

export const allFaultCodes = Object.keys(faultCodes) as [FaultCode, ...FaultCode[]]

/** One fault, and the field it concerns, if any. */
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

/** A fault with all details of its code. */
export const fault = <Code extends FaultCode>(
  code: Code,
  ...[details, field]: [] extends (typeof faultCodes)[Code]
    ? [details?: undefined, field?: string]
    : [details: Details<Code>, field?: string]
): Fault => ({ code, ...(field !== undefined && { field }), ...(details && { details }) })

/** Names the fault of a schema, instead of a sentence. */
export const faultParams = (code: FaultCode) => ({ params: { fault: code } })

/** The fault of a schema's issue: the one it names, or else that its field does not accept the cell. */
export function faultOfIssue({ path, message, ...issue }: z.core.$ZodIssue): Fault {
  const field = path.map(String).join('.') || undefined
  const named = issue.code === 'custom' ? issue.params?.['fault'] : undefined
  const known = allFaultCodes.find((code) => code === named)
  const of = field === undefined ? {} : { field }
  return known ? { code: known, ...of } : { code: 'cell.refused', ...of, details: { why: message } }
}
