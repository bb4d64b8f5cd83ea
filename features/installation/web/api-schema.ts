import { largestInteger } from '#kit/contract/value/id.ts'
import type { Schema } from './api-document.ts'

/** A field of a schema; those within others are named by their path, such as `answers[].options`. */
export type FieldRow = {
  readonly name: string
  readonly kind: string
  readonly isRequired: boolean
  readonly description: string
}

/** Every field of the schema, from the outside in; none where it is no object. */
export function fieldsOf(schema: Schema, within = ''): readonly FieldRow[] {
  const { properties, items, anyOf } = schema
  if (items) return fieldsOf(items as Schema, `${within}[]`)
  if (anyOf) return (anyOf as Schema[]).flatMap((one) => fieldsOf(one, within))
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
    const path = within ? `${within}.${name}` : name
    const description = String(field['description'] ?? '')
    const row = {
      name: path,
      kind: kindOf(field),
      isRequired: required.includes(name),
      description,
    }
    return [row, ...fieldsOf(field, path)]
  })
}

/** The few allowed values, in the form of a URL; undefined when they have to be typed. */
export function choicesOf({ enum: choices, type }: Schema): readonly string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  return choices ? (choices as unknown[]).map(String) : undefined
}

/** A value's type in usual notation: `integer 1…1000`, `string ≤ 200`, `"asc" | "desc"`. */
export function kindOf(schema: Schema): string {
  const { const: only, enum: choices, anyOf, items, type, format, contentMediaType } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (choices) return (choices as unknown[]).map((one) => JSON.stringify(one)).join(' | ')
  if (anyOf) return [...new Set((anyOf as Schema[]).map(kindOf))].join(' | ')
  if (items) return `${within(kindOf(items as Schema))}[]`
  if (contentMediaType) return `file (${contentMediaType})`
  return [[type ?? 'any'].flat().join(' | '), format, limitsOf(schema)].filter(Boolean).join(' ')
}

const within = (kind: string) => (kind.includes(' ') ? `(${kind})` : kind)

function limitsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  const least = minimum ?? minLength
  // The limit of every number of ours is left out: callers need not know it.
  const most = maximum === largestInteger ? undefined : (maximum ?? maxLength)
  if (least !== undefined && most !== undefined) return `${least}…${most}`
  if (most !== undefined) return `≤ ${most}`
  return least === undefined ? '' : `≥ ${least}`
}
