import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { formOf } from '../stage.ts'
import { anyBroken, anyFitting, type Broken, firstFitting, type Written } from './values.ts'

type Part = 'params' | 'query' | 'body'
type Fields = Readonly<Record<string, unknown>>

/** The content of a call, part by part. */
export type CallSections = { readonly [P in Part]?: unknown }

/** The parts a call of the endpoint has. */
export const partsOf = (endpoint: Endpoint): readonly Part[] =>
  (['params', 'query', 'body'] as const).filter((part) => endpoint[part] !== undefined)

/** A valid call, the same every time. */
export const plainCall = (endpoint: Endpoint): CallSections =>
  Object.fromEntries(partsOf(endpoint).map((part) => [part, firstFitting(endpoint[part]!)]))

/** The call as a request; with files where the endpoint takes some. */
export async function requestOf(
  endpoint: Endpoint,
  sections: CallSections,
  files: Parameters<typeof formOf>[1] = [],
): Promise<InjectOptions> {
  const { method } = endpoint
  // The compiler cannot know the contract of an endpoint chosen at run time.
  const url = addressOf(endpoint, sections as never)
  if (endpoint.files) {
    const fields = Object.entries((sections.body ?? {}) as Fields)
    const body = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    const { bytes, type } = await formOf({ body }, files)
    return { method, url, payload: bytes, headers: { 'content-type': type } }
  }
  if (!endpoint.body) return { method, url }
  const headers = { 'content-type': 'application/json' }
  return { method, url, payload: JSON.stringify(sections.body), headers }
}

/** Any valid call. */
export const anyCall = (endpoint: Endpoint): fc.Arbitrary<CallSections> =>
  fc.record(
    Object.fromEntries(partsOf(endpoint).map((part) => [part, anyFitting(endpoint[part]!)])),
  )

/** A call with one fault: in which part, and where in it. */
export type BrokenCall = {
  readonly sections: CallSections
  readonly part: Part
  readonly path: string
}

const writtenAs = ({ files }: Endpoint, part: Part): Written =>
  (({ params: 'path', query: 'query', body: files ? 'form' : 'json' }) as const)[part]

/** Calls of the endpoint with exactly one fault; undefined where no part can be wrong. */
export function anyBrokenCall(endpoint: Endpoint): fc.Arbitrary<BrokenCall | undefined> {
  const fitting = (part: Part) => fc.record({ [part]: anyFitting(endpoint[part]!) })
  return fc.constantFrom(...partsOf(endpoint)).chain((part) => {
    const rest = partsOf(endpoint).filter((other) => other !== part)
    const others = fc
      .tuple(...rest.map(fitting))
      .map((some): CallSections => Object.assign({}, ...some))
    const broken = anyBroken(endpoint[part]!, writtenAs(endpoint, part))
    const joined = (one: Broken | undefined, others: CallSections) =>
      one && { sections: { ...others, [part]: one.value }, part, path: one.path }
    return fc.tuple(broken, others).map(([one, others]) => joined(one, others))
  })
}
