import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '#apps/server/endpoints.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { describeApi } from '#kit/contract/openapi/openapi.ts'
import { type ProblemCode, problems } from '#kit/contract/problem.ts'
import { readProblem } from '#kit/contract/wire.ts'

type Content = Readonly<Record<string, { readonly example?: unknown }>>
type Operation = {
  readonly summary: string
  readonly parameters: readonly { readonly name: string; in: string; readonly example?: unknown }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly examples: Readonly<Record<ProblemCode, { value: object }>> }
}

const { paths, components } = describeApi(endpoints, 'test') as unknown as Document

function operationOf({ method, path }: Endpoint): Operation {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  return operation
}

const all = Object.entries(endpoints).flatMap(([tag, named]) =>
  Object.entries(named).map(([name, endpoint]) => [`${tag}.${name}`, endpoint] as const),
)

test.each(all)('examples of %s fit its request and its reply', (_name, endpoint) => {
  const { parameters, requestBody, responses } = operationOf(endpoint)
  const operation = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && 'example' in one)
        .map(({ name, example }) => [name, example]),
    )
  const [form] = Object.values(requestBody?.content ?? {})
  const [answer] = Object.values(responses['200']?.content ?? {})

  if (endpoint.params) expectFits(endpoint.params, operation('path'))
  if (endpoint.query) expectFits(endpoint.query, operation('query'))
  if (endpoint.body) expectFits(endpoint.body, fieldsOf(form?.example, endpoint))
  if (endpoint.reply instanceof z.ZodType) expectFits(endpoint.reply, answer?.example)
  else expect(Object.keys(responses['200']?.content ?? {})).toEqual([endpoint.reply.mediaType])
})

/** A form without its files, which are not fields of the body. */
const fieldsOf = (example: unknown, { files }: Endpoint): unknown =>
  files
    ? Object.fromEntries(Object.entries(example ?? {}).filter(([name]) => name !== 'file'))
    : example

function expectFits(schema: z.ZodType, example: unknown): void {
  const { error } = schema.safeParse(example)
  const faults = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(faults ?? [], `Give them .meta({ examples: […] }): ${JSON.stringify(example)}`).toEqual([])
}

test('clients read the example of every problem as that problem', () => {
  expect(Object.keys(components.examples)).toEqual(Object.keys(problems))
  for (const [code, { value }] of Object.entries(components.examples)) {
    const problem = readProblem(value)
    expect(problem.code).toBe(code)
    expect(JSON.parse(JSON.stringify(problem))).toEqual(value)
  }
})
