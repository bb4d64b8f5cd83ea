import * as z from 'zod'
import type { CallInput, Endpoint, Reply } from './endpoint.ts'
import { Problem, type ProblemCode, problems } from './problem.ts'
import { personalFieldsOf, personalHeader } from './value/personal.ts'

type InputParts = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The URL of a call: parameters in the path, repeated names for lists in the query. */
export function addressOf<E extends Endpoint>(endpoint: E, sent: CallInput<E>): string {
  const { params = {}, query = {} } = sent as InputParts
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const text = queryOf(query)
  return text === '' ? path : `${path}?${text}`
}

const queryOf = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

/** The same, with fields that identify a person moved from the URL to a header, which is not stored anywhere. */
export function splitPersonal<E extends Endpoint>(endpoint: E, sent: CallInput<E>) {
  const { query = {}, ...rest } = sent as InputParts
  const names = personalFieldsOf(endpoint)
  const [aside, open] = [true, false].map((isAside) =>
    Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name) === isAside)),
  )
  const personal = queryOf(aside ?? {})
  return {
    address: addressOf(endpoint, { ...rest, query: open } as unknown as CallInput<E>),
    headers: personal === '' ? {} : { [personalHeader]: personal },
  }
}

/** The JSON body of a call, or undefined when it has none. */
export function bodyOf<E extends Endpoint>(endpoint: E, sent: CallInput<E>): string | undefined {
  return endpoint.body && !endpoint.files ? JSON.stringify((sent as InputParts).body) : undefined
}

/**
 * Parses a response: `body` is its text, parsed by the schema that encoded it.
 * @throws Problem the server's refusal
 */
export function readReply<E extends Endpoint>(endpoint: E, status: number, body: string): Reply<E> {
  const value: unknown = body === '' ? null : parseJson(body)
  if (status >= 400) throw readProblem(value)
  if (!(endpoint.reply instanceof z.ZodType)) throw new Error(`${endpoint.path} is a stream`)
  return endpoint.reply.parse(value) as Reply<E>
}

/** The problem in a refusal's body; anything unreadable is `server.failed`. */
export function readProblem(value: unknown): Problem {
  const body = z.looseObject({ code: z.string() }).safeParse(value)
  if (!body.success || !isCode(body.data.code)) return new Problem('server.failed')
  const { code, ...rest } = body.data
  const { details } = problems[code] as { details?: z.ZodObject }
  const parsed = details?.safeParse(rest)
  if (parsed && !parsed.success) return new Problem('server.failed')
  // The details were parsed by the schema of this code, which the compiler cannot infer.
  const Made = Problem as new (code: ProblemCode, details?: unknown) => Problem
  return new Made(code, parsed?.data)
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
