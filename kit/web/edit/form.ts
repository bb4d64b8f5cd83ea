import { type FormEvent, useState } from 'react'
import type * as z from 'zod'
import type { Copy } from '#kit/contract/copy.ts'
import { parse } from '#kit/contract/parse.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '../language.ts'
import { explain } from '../problems.ts'
import { say } from '../ui/copy.ts'
import { useSingleFlight } from './single-flight.ts'

type Errors = Readonly<Record<string, string>>

/** A field's error texts; without one, a sentence that fits every field. */
type Hints<S extends z.ZodObject> = { readonly [Name in keyof z.output<S>]?: Copy }

/**
 * A form that sends a draft and shows a refusal beside its field, whether the browser or the server refused
 * it. Empty fields are left out of the draft.
 */
export function useForm<S extends z.ZodObject>(
  schema: S,
  send: (draft: z.output<S>) => unknown,
  hints: Hints<S> = {},
) {
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<Problem>()
  const { isPending, once } = useSingleFlight()

  const refuse = (failure: unknown, form: HTMLFormElement) => {
    if (!(failure instanceof Problem)) throw failure
    const fields = errorsOf(failure, hints)
    setErrors(fields)
    // Not every field of a call is a field of the form.
    const isShown = Object.keys(fields).some((name) => form.elements.namedItem(name))
    setProblem(isShown ? undefined : failure)
  }

  const submit = async (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].filter(([, value]) => value !== '')
    try {
      const draft = parse(schema, Object.fromEntries(entries))
      setErrors({})
      setProblem(undefined)
      await send(draft)
    } catch (failure) {
      refuse(failure, form)
    }
  }

  return {
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = event.currentTarget
      const odd = [...form.elements].find(isOdd)
      if (odd) odd.focus()
      else void once(() => submit(form))
    },
    errors,
    problem,
    isPending,
  }
}

/** Is the field's input meaningless? Then the form must not be sent without that filter. */
const isOdd = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.validity.customError

function errorsOf(problem: Problem, hints: Readonly<Record<string, Copy | undefined>>): Errors {
  const { details } = problem
  if (details && 'field' in details) return { [details.field]: explain(problem) }
  if (!details || !('errors' in details)) return {}
  const names = Object.keys(details.errors).map((path) => path.replace('body.', ''))
  return Object.fromEntries(names.map((name) => [name, t(hints[name] ?? say.checkField)]))
}
