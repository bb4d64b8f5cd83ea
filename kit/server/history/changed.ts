/** The values of a thing, by field. */
export type FieldValues = Readonly<Record<string, unknown>>

/** One field of an existing thing, before and after. */
export type FieldDifference = {
  readonly thing: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields in which a thing differs; both sides have the same fields. */
export const differencesBetween = (
  thing: string,
  before: FieldValues,
  after: FieldValues,
): FieldDifference[] =>
  Object.entries(after).flatMap(([field, value]) =>
    JSON.stringify(before[field]) === JSON.stringify(value)
      ? []
      : [{ thing, field, before: before[field], after: value }],
  )
