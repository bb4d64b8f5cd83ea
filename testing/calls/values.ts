import fc from 'fast-check'
import * as z from 'zod'

/**
 * Values of every kind that a client may send. Each field of a contract accepts some and refuses others,
 * according to its schema.
 */
const sayings: readonly unknown[] = [
  'AB',
  'AB1',
  '1',
  1,
  2,
  77_777,
  'un text',
  '0799 000 777',
  'o parolă destul de lungă',
  '2026-11-22 07:00',
  '2026-11-22T07:00:00Z',
  '2026-11-22',
  'Europe/Bucharest',
  'https://veghe.example/hook',
  'RO',
  'ioana@veghe.example',
  'kq3Vb0t7Zr1mYc8uJd4sXe6wLh2nGf9oTa5iPqRvBxE',
  'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  '8b0f4b1e-6d0c-4f5e-9a51-0d6f3c1f2a77',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '{"Telefon":"phone"}',
  true,
  'false',
  [],
  {},
]

/** Values that hardly any field accepts. */
const misfits: readonly unknown[] = [
  null,
  undefined,
  '',
  ' ',
  '\0',
  '\ud83c',
  'x'.repeat(4500),
  'x'.repeat(100_001),
  'null',
  'undefined',
  '-1',
  '1e9',
  '99999999999999999999',
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  '2147483648',
  '2026-02-31',
  '2026-02-31 25:61',
  ['AB', ['AB']],
  [null],
  { not: 'this' },
  { id: 'x' },
]

const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** The inner schema, where a field may also be absent, empty or have a default. */
function within(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) {
    const { in: first } = schema as z.ZodPipe<z.ZodType, z.ZodType>
    return isComposed(within(first)) ? within(first) : schema
  }
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  return isWrapped ? within(schema.unwrap() as z.ZodType) : schema
}

const isComposed = (schema: z.ZodType) =>
  schema instanceof z.ZodObject || schema instanceof z.ZodArray || schema instanceof z.ZodUnion

const optionsOf = (schema: z.ZodUnion) => schema.options as readonly z.ZodType[]

/** Is the union one of shapes, and not merely of encodings of one value? */
const isOfShapes = (schema: z.ZodType): schema is z.ZodUnion =>
  schema instanceof z.ZodUnion && optionsOf(schema).some((one) => one instanceof z.ZodArray)

/** The values of a list of allowed ones, such as a language; none for any other schema. */
const namedBy = (schema: z.ZodType): readonly unknown[] => {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  return schema instanceof z.ZodUnion ? optionsOf(schema).flatMap(namedBy) : []
}

/** Any value that fits the schema. A schema that none of the sample values fits needs a new one above. */
export function anyFitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  const inner = within(schema)
  const whole = () => fitting(inner)
  const absent = fits(schema, undefined) ? [fc.constant(undefined)] : []
  return fc.oneof({ arbitrary: whole(), weight: 3 }, ...absent)
}

function fitting(inner: z.ZodType): fc.Arbitrary<unknown> {
  if (inner instanceof z.ZodObject)
    return fc
      .record(Object.fromEntries(fieldsIn(inner).map(([name, one]) => [name, anyFitting(one)])))
      .filter((value) => fits(inner, value))
  if (inner instanceof z.ZodArray)
    return fc
      .array(fitting(within(inner.element as z.ZodType)), { minLength: 1, maxLength: 3 })
      .filter((value) => fits(inner, value))
  if (isOfShapes(inner)) return fc.oneof(...optionsOf(inner).map((one) => fitting(within(one))))
  const some = [...sayings, ...namedBy(inner)].filter((value) => fits(inner, value))
  if (some.length === 0) throw new Error(`No saying fits ${JSON.stringify(inner.def.type)}`)
  return fc.constantFrom(...some)
}

const fieldsIn = ({ shape }: z.ZodObject) => Object.entries(shape) as [string, z.ZodType][]

/** A value that fits, the same at every call: each field has the first sample value that it accepts. */
export function firstFitting(schema: z.ZodType): unknown {
  const inner = within(schema)
  if (inner instanceof z.ZodObject) {
    const all = fieldsIn(inner).map(([name, one]) => [name, firstFitting(one)] as const)
    const needed = all.filter(([name]) => !fits(inner.shape[name] as z.ZodType, undefined))
    const value = Object.fromEntries(all)
    // Some fields exclude one another.
    return fits(inner, value) ? value : Object.fromEntries(needed)
  }
  if (inner instanceof z.ZodArray) return [firstFitting(inner.element as z.ZodType)]
  if (isOfShapes(inner)) return firstFitting(optionsOf(inner)[0] as z.ZodType)
  return [...sayings, ...namedBy(inner)].find((value) => fits(inner, value))
}

type Path = readonly (string | number)[]

/** A position in a value, and its schema. */
type Spot = { readonly path: Path; readonly schema: z.ZodType }

/** Every position in a fitting value, except the whole. */
function spotsIn(schema: z.ZodType, value: unknown, path: Path = []): Spot[] {
  const inner = within(schema)
  if (isOfShapes(inner)) {
    const one = optionsOf(inner).find((option) => fits(option, value))
    return one ? spotsIn(one, value, path) : []
  }
  const at = (key: string | number, one: z.ZodType, held: unknown): Spot[] => [
    { path: [...path, key], schema: one },
    ...spotsIn(one, held, [...path, key]),
  ]
  if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null)
    return fieldsIn(inner).flatMap(([name, one]) =>
      at(name, one, (value as Record<string, unknown>)[name]),
    )
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((held, index) => at(index, inner.element as z.ZodType, held))
  return []
}

/**
 * The encoding of a call's part: JSON can contain anything, the others only text, a path never an empty one.
 */
export type Written = 'json' | 'form' | 'query' | 'path'

const isText = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length < 5000 && !/\p{Cs}/u.test(value)

const canSay: Readonly<Record<Written, (value: unknown) => boolean>> = {
  json: () => true,
  form: (value) => value === undefined || isText(value),
  query: (value) => value === undefined || isText(value),
  // A router accepts no longer ones.
  path: (value) => isText(value) && String(value).length <= 200,
}

/** A value that fits except at one position, and that position's path. */
export type Broken = { readonly value: unknown; readonly path: string }

/** A fitting value with one fault; undefined where there can be none. */
export function anyBroken(schema: z.ZodType, written: Written): fc.Arbitrary<Broken | undefined> {
  const wrong = [...misfits, ...sayings].filter(canSay[written])
  return fc.tuple(anyFitting(schema), fc.nat(), fc.nat()).map(([value, place, way]) => {
    const spots = spotsIn(schema, value)
    const turned = spots.map((_, index) => spots[(place + index) % spots.length]!)
    for (const spot of turned) {
      // A list has no gaps: only a named field can be absent.
      const isNamed = typeof spot.path.at(-1) === 'string'
      const refused = wrong.filter(
        (one) => !fits(spot.schema, one) && (isNamed || one !== undefined),
      )
      if (refused.length === 0) continue
      const broken = replaced(value, spot.path, refused[way % refused.length])
      // One position may be wrong and the whole still fit, where two shapes are allowed.
      if (!fits(schema, broken)) return { value: broken, path: spot.path.join('.') }
    }
    return undefined
  })
}

/** A copy of the value with something else at the path. */
function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other
  const held = (value as Record<string | number, unknown>)[key]
  const put = replaced(held, rest, other)
  return Array.isArray(value)
    ? value.map((one, index) => (index === key ? put : one))
    : { ...(value as object), [key]: put }
}
