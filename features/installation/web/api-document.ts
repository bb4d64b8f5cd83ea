import * as z from 'zod'

const Schema = z.record(z.string(), z.unknown())
export type Schema = z.output<typeof Schema>

const Media = z.object({
  schema: Schema.default({}),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.unknown()).default({}),
})

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  description: z.string().default(''),
  schema: Schema,
  example: z.unknown().optional(),
})
export type Parameter = z.output<typeof Parameter>

const Content = z.record(z.string(), Media).default({})

const Operation = z.object({
  tags: z.array(z.string()),
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(Parameter),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content })),
})

/** The parts of our API document that its page shows. */
const ApiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    examples: z.record(z.string(), z.object({ summary: z.string(), value: Schema })),
  }),
})

/** The content of a request or a reply. */
export type Payload = {
  readonly mediaType: string
  readonly schema: Schema
  readonly example: unknown
  /** The codes of its problems. */
  readonly codes: readonly string[]
}

/** One call of the document. */
export type ApiCall = {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly needsToken: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Payload | undefined
  readonly replies: readonly {
    readonly status: string
    readonly description: string
    readonly payload: Payload | undefined
  }[]
}

export type ApiProblem = { readonly code: string; readonly summary: string; readonly value: Schema }

export type Api = {
  readonly version: string
  readonly manners: string
  readonly calls: readonly ApiCall[]
  readonly problems: readonly ApiProblem[]
}

/** Parses the API document. */
export function readApi(document: unknown): Api {
  const { info, paths, components } = ApiDocument.parse(document)
  return {
    version: info.version,
    manners: info.description,
    calls: Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, one]) => callOf(method.toUpperCase(), path, one)),
    ),
    problems: Object.entries(components.examples).map(([code, one]) => ({ code, ...one })),
  }
}

function callOf(method: string, path: string, one: z.output<typeof Operation>): ApiCall {
  const { operationId: id, tags, summary, description, security, parameters } = one
  return {
    id,
    tag: tags[0] ?? '',
    method,
    path,
    summary,
    description,
    needsToken: security.length > 0,
    parameters,
    body: payloadOf(one.requestBody?.content),
    replies: Object.entries(one.responses).map(([status, reply]) => ({
      status,
      description: reply.description,
      payload: payloadOf(reply.content),
    })),
  }
}

function payloadOf(content: z.output<typeof Content> = {}): Payload | undefined {
  const [entry] = Object.entries(content)
  if (!entry) return undefined
  const [mediaType, { schema, example, examples }] = entry
  return { mediaType, schema, example, codes: Object.keys(examples) }
}

/** The calls that contain every typed word. */
export function findCalls(calls: readonly ApiCall[], typed: string): readonly ApiCall[] {
  const words = typed.toLowerCase().split(/\s+/)
  return calls.filter(({ tag, method, path, summary }) => {
    const haystack = `${tag} ${method} ${path} ${summary}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
