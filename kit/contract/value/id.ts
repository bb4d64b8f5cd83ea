import * as z from 'zod'

declare const table: unique symbol

/** A row's key. Keys of two tables do not mix: the compiler keeps them apart. */
export type Id<Table extends string> = number & { readonly [table]: Table }

const digits = z.string().regex(/^\d{1,15}$/, 'Must be a whole number')

/** A whole number between `min` and `max`; phones and URLs may send it as text. */
export const whole = (min: number, max: number) =>
  z.codec(z.union([z.number(), digits]), z.int().min(min).max(max), {
    decode: Number,
    encode: (number) => number,
  })

/** The largest number that PostgreSQL's `integer` holds. */
export const largestInteger = 2_147_483_647

/** A key of the given table, as a JSON number (the first system's clients refuse anything else). */
export const id = <const Table extends string>(_table: Table) =>
  z
    .codec(
      z.union([z.number(), digits]),
      z.int().min(1).max(largestInteger) as unknown as z.ZodType<Id<Table>, number>,
      { decode: Number, encode: (number) => number },
    )
    .meta({ examples: [12] })
