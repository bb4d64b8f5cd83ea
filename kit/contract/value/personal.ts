import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'

const marked = z.registry<{ readonly isPersonal: true }>()

/**
 * A field of a query that names somebody. An address is kept by proxies and by browsers, so our screens say it in a
 * header; clients of the first system go on to say it in the address.
 */
export function personal<Field extends z.ZodType>(field: Field): Field {
  marked.add(field, { isPersonal: true })
  return field
}

/** The header that takes such fields, written as a query is. */
export const personalHeader = 'veghe-query'

/** The fields of a call's query that name somebody. */
export const personalFieldsOf = ({ query }: Pick<Endpoint, 'query'>): readonly string[] =>
  Object.entries(query?.shape ?? {}).flatMap(([name, field]) =>
    marked.has(field as z.ZodType) ? [name] : [],
  )
