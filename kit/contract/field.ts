import type * as z from 'zod'
import type { Headings } from './import/rows.ts'

/**
 * One field of a thing, described once: what is typed in, changed, shown, imported, kept and erased of it
 * follows from here (docs/decisions/070).
 */
export type Field<Value extends string | boolean = string | boolean> = {
  /** Of its table; a text that nothing is said in is empty there, not null. */
  readonly column: string
  /** What is typed in of a new thing. */
  readonly typed: z.ZodType<Value>
  /** What a change of it may say. */
  readonly changed: z.ZodType<Value | undefined>
  /** What is shown of it. */
  readonly shown: z.ZodType<Value>
  /** A cell of a file with it; where it may be left open, what is known stays. */
  readonly cell: z.ZodType<Value | undefined>
  /** What files call it. */
  readonly headings: Headings[string]
  /** What it is of a thing of which it was never said. */
  readonly unsaid: Value
  /** There is no thing without it: a change that leaves it empty leaves it as it is. */
  readonly isNeeded: boolean
  /** It says who somebody is, and is emptied once the people of an election are erased. */
  readonly isPersonal: boolean
}

export type TextField = Field<string> & {
  /** How many characters it has at most. */
  readonly most: number
  /** Of its column in lists, as CSS has it; without one it shares what others leave. */
  readonly width?: string
}

export type FlagField = Field<boolean>

type Fields = Readonly<Record<string, Field>>

/** What a thing says in these fields. */
export type Facts<F extends Fields> = { readonly [Name in keyof F]: z.output<F[Name]['shown']> }

/** What is said of a thing that may be known: what is left open stays. */
export type Said<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['isNeeded'] extends true ? Name : never]: Facts<F>[Name]
} & { readonly [Name in keyof F]?: Facts<F>[Name] | undefined }

/** One part of the description of each of these fields. */
export const partOf = <F extends Fields, Part extends keyof Field>(fields: F, part: Part) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]])) as {
    readonly [Name in keyof F]: F[Name][Part]
  }

/** What a thing says in these fields, and nothing else of it. */
export const factsIn = <F extends Fields>(fields: F, thing: Facts<F>) =>
  Object.fromEntries(keysOf(fields).map((name) => [name, thing[name]])) as Facts<F>

/** What a change says in them: what is left out stays, and so does what is needed and left empty. */
export const saidIn = <F extends Fields>(
  fields: F,
  change: { readonly [Name in keyof F]?: Facts<F>[Name] | undefined },
) =>
  Object.fromEntries(
    keysOf(fields).flatMap((name) => {
      const said = change[name]
      return said === undefined || (said === '' && fields[name]?.isNeeded) ? [] : [[name, said]]
    }),
  ) as Partial<Facts<F>>

export const keysOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]
