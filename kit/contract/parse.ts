import type * as z from 'zod'
import { type FieldErrors, Problem } from './problem.ts'

/**
 * Accepts what fits the schema.
 * @throws Problem `request.invalid`, which names every field that does not fit.
 */
export function parse<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new Problem('request.invalid', { errors: fieldErrors(result.error.issues) })
}

/** The issues of a refused value, by the path of their field. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    // Only text and numbers make a path; `__proto__` as a key must stay a key.
    const path = issue.path.map(String).join('.') || '(whole)'
    const said = Object.hasOwn(errors, path) ? (errors[path] ?? []) : []
    Object.defineProperty(errors, path, {
      value: [...said, issue.message],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return errors
}
