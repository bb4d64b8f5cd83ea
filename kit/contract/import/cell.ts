import * as z from 'zod'

/** A cell that may be empty, or whose column may be missing: the stored value stays. */
export const maybe = <S extends z.ZodType<unknown, string>>(cell: S) =>
  z
    .string()
    .optional()
    .transform((said) => (said?.trim() ? said : undefined))
    .pipe(cell.optional())

/** A cell with a whole number. */
export const wholeCell = (min: number, max: number) =>
  z
    .string('Must not be empty')
    .trim()
    .min(1, 'Must not be empty')
    .regex(/^\d*$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))

/** A cell with a number that may have a fraction, after a point or a comma. */
export const decimalCell = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,10}(?:[.,]\d{1,20})?$/, 'Must be a number')
    .transform((said) => Number(said.replace(',', '.')))
    .pipe(z.number().min(min).max(max))

const yes = ['true', '1', 'da', 'yes', 'x']

/** A yes-or-no cell. */
export const flagCell = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum([...yes, 'false', '0', 'nu', 'no'], 'Must be yes or no'))
  .transform((said) => yes.includes(said))
