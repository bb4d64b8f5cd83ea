import * as z from 'zod'

const others = z.registry<{ readonly names: readonly string[] }>()
const wrappings = z.registry<{ readonly paths: readonly string[] }>()

/** A field that some clients send under another name; its own name wins when both are sent. */
export function withAliases<Field extends z.ZodType>(field: Field, ...names: string[]): Field {
  others.add(field, { names })
  return field
}

/** The other names under which a call accepts the field; most fields have none. */
export const otherNamesOf = (field: z.core.$ZodType): readonly string[] =>
  others.get(field as z.ZodType)?.names ?? []

/**
 * The body of a call, which some clients send wrapped: with `county.country` a call also accepts `{ county: { country:
 * … } }`. Faults are named as in the unwrapped body.
 */
export function withWrappers<Body extends z.ZodType>(body: Body, ...paths: string[]): Body {
  wrappings.add(body, { paths })
  return body
}

/** The body without the wrappers that its contract knows. */
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
