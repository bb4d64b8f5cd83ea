import type * as z from 'zod'
import type { Headings } from './import/rows.ts'

type Typed = string | boolean | number | null

/**
 * The description of a field, from which typing, changing, showing, importing, storing and erasing it follow
 * (docs/decisions/070).
 */
export type Field<Value extends Typed = Typed> = {
  /** Its column; a text that was never given is empty there, not null. */
  readonly column: string
  /** The schema for a new thing. */
  readonly typed: z.ZodType<Value>
  /** The schema for a change. */
  readonly changed: z.ZodType<Value | undefined>
  /** The schema for showing it. */
  readonly shown: z.ZodType<Value>
  /** The schema for a cell of a file; an empty cell keeps the stored value. */
  readonly cell: z.ZodType<Value | undefined>
  /** Its headings in files; without them, its feature names them with its columns. */
  readonly headings?: Headings[string]
  /** Its value in a thing for which it was never given. */
  readonly fallback: Value
  /** Required: a change that leaves it empty keeps the stored value. */
  readonly isRequired: boolean
  /** It identifies a person, and is emptied once the people of an election are erased. */
  readonly isPersonal: boolean
}

export type TextField = Field<string> & {
  /** The most characters it may have. */
  readonly maxLength: number
  /** The width of its column in lists, as CSS; without one it shares what others leave. */
  readonly width?: string
}

export type FlagField = Field<boolean>

/** A whole number, or null when it is unknown. */
export type NumberField = Field<number | null>

type Fields = Readonly<Record<string, Field>>

/** The values of a thing in these fields. */
export type Facts<F extends Fields> = { readonly [Name in keyof F]: z.output<F[Name]['shown']> }

/** The given values for a thing that may exist already: fields left out keep their values. */
export type Given<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['isRequired'] extends true ? Name : never]: Facts<F>[Name]
} & { readonly [Name in keyof F]?: Facts<F>[Name] | undefined }

/** One part of the description of each of these fields. */
export const partOf = <F extends Fields, Part extends keyof F[keyof F] & keyof Field>(
  fields: F,
  part: Part,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]])) as {
    readonly [Name in keyof F]: F[Name][Part]
  }

/** The values of a thing in these fields, without its others. */
export const factsIn = <F extends Fields>(fields: F, thing: Facts<F>) =>
  Object.fromEntries(keysOf(fields).map((name) => [name, thing[name]])) as Facts<F>

/** The values that a change gives: fields left out stay, and so do required ones left empty. */
export const valuesIn = <F extends Fields>(
  fields: F,
  change: { readonly [Name in keyof F]?: Facts<F>[Name] | undefined },
) =>
  Object.fromEntries(
    keysOf(fields).flatMap((name) => {
      const value = change[name]
      return value === undefined || (value === '' && fields[name]?.isRequired)
        ? []
        : [[name, value]]
    }),
  ) as Partial<Facts<F>>

export const keysOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]
