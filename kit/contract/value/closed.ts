import * as z from 'zod'

const unread = z.registry<{ readonly names: readonly string[] }>()

/**
 * A body that refuses unknown fields: a limit under a wrong name would not limit. For every call that gives rights or
 * creates people (`tests/calls/closed-bodies.test.ts`).
 * @param names fields that clients of the first system also send, and that are not read
 */
export function closed<Shape extends z.ZodRawShape>(
  body: z.ZodObject<Shape>,
  ...names: readonly string[]
): z.ZodObject<Shape, z.core.$strict> {
  const strict = body.strict()
  const described =
    names.length === 0
      ? strict
      : strict.describe(
          `Also accepted, and not read: ${names.map((one) => `\`${one}\``).join(', ')}.`,
        )
  unread.add(described, { names })
  return described
}

/** Whether the body refuses unknown fields. */
export const isClosed = (body: z.ZodObject): boolean => body.def.catchall instanceof z.ZodNever

/** The fields that are accepted and not read. */
export const unreadOf = (body: z.ZodObject): readonly string[] => unread.get(body)?.names ?? []

/** The message for an unknown field of the body at a path: it suggests a known field with a similar name. */
export function unknownField(body: z.core.$ZodType, path: readonly PropertyKey[], name: string) {
  const there = unwrapped(path.reduce<z.core.$ZodType | undefined>(within, body))
  const known = there instanceof z.ZodObject ? Object.keys(there.shape) : []
  const meant = closest(name, known)
  return meant === undefined ? 'Unknown field' : `Unknown field: did you mean ${meant}?`
}

function within(schema: z.core.$ZodType | undefined, step: PropertyKey) {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray) return inner.element
  return inner instanceof z.ZodObject ? inner.shape[String(step)] : undefined
}

/** The schema of a field without its default and optionality. */
function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  return isWrapped ? unwrapped(schema.unwrap()) : schema
}

/** How many letters may differ between a name and the intended one. */
const mostDiffering = 2

/** How many first letters in common are enough: `counties` for `countyCodes`. */
const fewestShared = 4

function closest(name: string, known: readonly string[]): string | undefined {
  const typed = name.toLowerCase()
  const near = known
    .map((one) => ({ one, ...comparison(typed, one.toLowerCase()) }))
    .filter(({ differing, shared }) => differing <= mostDiffering || shared >= fewestShared)
  return near.sort((a, b) => b.shared - a.shared || a.differing - b.differing)[0]?.one
}

const comparison = (one: string, other: string) => {
  const end = Array.from(one).findIndex((letter, at) => letter !== other[at])
  return { shared: end < 0 ? one.length : end, differing: distance(one, other) }
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of Array.from(one).entries()) {
    const now = [row + 1]
    for (let at = 0; at < other.length; at++) {
      const replaced = (before[at] ?? 0) + (letter === other[at] ? 0 : 1)
      now.push(Math.min(replaced, (before[at + 1] ?? 0) + 1, (now[at] ?? 0) + 1))
    }
    before = now
  }
  return before[other.length] ?? 0
}
