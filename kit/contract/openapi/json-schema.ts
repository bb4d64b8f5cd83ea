import * as z from 'zod'

/** A part of an OpenAPI document, or of a JSON Schema. */
export type Json = Readonly<Record<string, unknown>>

type Written = { -readonly [Key in keyof Json]: Json[Key] }

/** The schema as JSON Schema, of the wire format in either direction. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => describeWire(zodSchema, jsonSchema as Written),
  })
  return described
}

/** Adds what zod leaves out, and removes noise. */
function describeWire(schema: z.core.$ZodTypes, described: Written): void {
  const { def } = schema._zod
  // A number or a flag is also accepted as text; the document shows the decoded type.
  if (def.type === 'pipe' && isPlain(def.out)) {
    delete described['anyOf']
    Object.assign(described, jsonSchemaOf(def.out as z.ZodType))
  }
  // zod leaves these out of decoded values, as they might describe the output. Our examples are of the wire, and our
  // defaults are the same on both sides.
  const { examples } = z.globalRegistry.get(schema) ?? {}
  if (examples) described['examples'] = examples
  if (def.type === 'default') described['default'] = def.defaultValue
  // A format says more than zod's regular expression, and the range of all integers is no limit.
  if (described['format']) delete described['pattern']
  if (described['minimum'] === Number.MIN_SAFE_INTEGER) delete described['minimum']
  if (described['maximum'] === Number.MAX_SAFE_INTEGER) delete described['maximum']
}

const isPlain = ({ _zod }: z.core.$ZodType) => ['number', 'boolean'].includes(_zod.def.type)
