import type { Json } from './json-schema.ts'

/**
 * A value that fits the JSON Schema, composed from the examples and defaults of its parts. Undefined when they do not
 * suffice: text without an example.
 */
export function exampleOf(schema: Json): unknown {
  const stated = statedBy(schema)
  return stated === undefined ? guess(schema) : stated
}

/** The schema's own example, or its parts'; undefined when it only has a type. */
function statedBy(schema: Json): unknown {
  const { examples, default: otherwise, anyOf, type, properties, items } = schema
  if (Array.isArray(examples)) return examples[0]
  if (otherwise !== undefined) return otherwise
  if (Array.isArray(anyOf)) return firstOf(anyOf as Json[], statedBy)
  if (type === 'array') return listOf(statedBy(items as Json))
  return properties ? objectOf(schema) : undefined
}

/** An optional field is left out, unless it has an example. */
function objectOf({ properties = {}, required = [] }: Json): unknown {
  const isRequired = (name: string) => (required as readonly string[]).includes(name)
  const fields = Object.entries(properties as Readonly<Record<string, Json>>)
    .map(([name, field]) => [name, isRequired(name) ? exampleOf(field) : statedBy(field)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields)
}

const listOf = (item: unknown) => (item === undefined ? undefined : [item])

function guess(schema: Json): unknown {
  const { const: only, enum: choices, anyOf, type, minimum = 0 } = schema
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(anyOf)) return firstOf(anyOf as Json[], guess)
  const kinds = [type].flat()
  if (kinds.includes('null')) return null
  if (kinds.includes('boolean')) return false
  if (kinds.includes('integer') || kinds.includes('number')) return Math.max(1, Number(minimum))
  if (kinds.includes('array')) return listOf(exampleOf(schema['items'] as Json)) ?? []
  return kinds.includes('object') ? {} : undefined
}

function firstOf(schemas: readonly Json[], look: (schema: Json) => unknown): unknown {
  for (const schema of schemas) {
    const found = look(schema)
    if (found !== undefined) return found
  }
  return undefined
}
