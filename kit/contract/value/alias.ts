import * as z from 'zod'

const others = z.registry<{ readonly names: readonly string[] }>()
const wrappings = z.registry<{ readonly paths: readonly string[] }>()

/** The field, which some clients send under another name; where both are sent its own counts. */
export function withAliases<Field extends z.ZodType>(field: Field, ...names: string[]): Field {
  others.add(field, { names })
  return field
}

/** The other names that a field of a call is read under; none for most. */
export const otherNamesOf = (field: z.core.$ZodType): readonly string[] =>
  others.get(field as z.ZodType)?.names ?? []

/**
 * The body of a call, which some clients send wrapped: `county.country` means that it may come as
 * `{ county: { country: … } }`. What is wrong with it is named as if it had come plainly.
 */
export function withWrappers<Body extends z.ZodType>(body: Body, ...paths: string[]): Body {
  wrappings.add(body, { paths })
  return body
}

/** What was sent without the wrapping that the body's contract knows, if it came in one. */
export function unwrapped(body: z.ZodType, sent: unknown): unknown {
  const held = (wrappings.get(body)?.paths ?? []).map((path) =>
    path.split('.').reduce<unknown>(heldBy, sent),
  )
  return held.find((one) => one !== undefined) ?? sent
}

const heldBy = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
