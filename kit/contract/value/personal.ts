import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'

const marked = z.registry<{ readonly isPersonal: true }>()

/**
 * A query field that identifies a person. Proxies and browsers store URLs, so our screens send it in a header; clients of
 * the first system still send it in the URL.
 */
export function personal<Field extends z.ZodType>(field: Field): Field {
  marked.add(field, { isPersonal: true })
  return field
}

/** The header for such fields, encoded like a query. */
export const personalHeader = 'veghe-query'

/** The fields of a call's query that identify a person. */
export const personalFieldsOf = ({ query }: Pick<Endpoint, 'query'>): readonly string[] =>
  Object.entries(query?.shape ?? {}).flatMap(([name, field]) =>
    marked.has(field as z.ZodType) ? [name] : [],
  )
