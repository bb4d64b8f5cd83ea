import type * as z from 'zod'
import { type FieldErrors, Problem } from './problem.ts'
import { unknownField } from './value/closed.ts'

/**
 * Parses a value with the schema.
 * @throws Problem `request.invalid`, which names every field that does not fit.
 */
export function parse<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new Problem('request.invalid', { errors: fieldErrors(result.error.issues, schema) })
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The issues of a value that a schema refused, by the path of their field. */
export function fieldErrors(
  issues: readonly z.core.$ZodIssue[],
  schema?: z.core.$ZodType,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues.flatMap((one) => fieldByField(one, schema))) {
    // Only text and numbers make a path; `__proto__` as a key must stay a key.
    const path = issue.path.map(String).join('.') || '(whole)'
    const problems = Object.hasOwn(errors, path) ? (errors[path] ?? []) : []
    Object.defineProperty(errors, path, {
      value: [...problems, issue.message],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return errors
}

/** Unknown fields are one issue of the object that has them. */
function fieldByField(issue: z.core.$ZodIssue, schema: z.core.$ZodType | undefined): Issue[] {
  const { path } = issue
  if (issue.code !== 'unrecognized_keys' || !schema) return [issue]
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: unknownField(schema, path, key),
  }))
}
