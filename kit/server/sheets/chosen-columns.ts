import type { Headings } from '#kit/contract/import/rows.ts'
import { Problem } from '#kit/contract/problem.ts'

/**
 * A column can only be assigned to a field that is imported.
 * @throws Problem `request.invalid` for another field
 */
export function refuseUnknown(
  columns: Readonly<Record<string, string>> = {},
  headings: Headings,
): void {
  const unknown = Object.values(columns).filter(
    (one) => one !== '' && !Object.hasOwn(headings, one),
  )
  if (unknown.length === 0) return
  const errors = unknown.map((field) => `There is no field ${field}`)
  throw new Problem('request.invalid', { errors: { columns: errors } })
}
