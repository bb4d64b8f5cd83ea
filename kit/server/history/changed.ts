/** What a thing says, by field. */
export type FieldValues = Readonly<Record<string, unknown>>

/** One field of a thing that was there, as it was and as it is now. */
export type FieldDifference = {
  readonly thing: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields of a thing in which it differs; both say the same fields. */
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
