import * as z from 'zod'
import type { Access, Endpoint, Files } from '../endpoint.ts'
import { asOfHeader } from '../figures.ts'
import { groupBy } from '../group.ts'
import { type Right, type Role, rightsOf, rolesWith } from '../roles.ts'
import { exampleOf } from './example.ts'
import { type Json, jsonSchemaOf } from './json-schema.ts'
import { problemExamples, problemSchema, refusalsOf } from './openapi-problems.ts'

type Endpoints = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** An OpenAPI 3.1 document of the endpoints, by the feature they belong to. */
export function describeApi(endpoints: Endpoints, version: string): Json {
  const all = Object.entries(endpoints).flatMap(([tag, named]) =>
    Object.entries(named).map(([name, endpoint]) => ({ tag, name, endpoint })),
  )
  const byPath = groupBy(all, ({ endpoint }) => endpoint.path.replace(/:(\w+)/g, '{$1}'))
  const paths = [...byPath].map(([path, calls]) => [
    path,
    Object.fromEntries(
      calls.map(({ tag, name, endpoint }) => [
        endpoint.method.toLowerCase(),
        operationOf(tag, name, endpoint),
      ]),
    ),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Veghe',
      version,
      summary: 'The back office of an election-observation effort',
      description: manners,
      license: { name: 'MPL-2.0', identifier: 'MPL-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(endpoints).map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Problem: problemSchema },
      examples: problemExamples,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'What signing in answers as `access_token`. It expires, and signing out ends it.',
        },
      },
    },
  }
}

/** Rules for every call. */
const manners = [
  'Sign in with `POST /api/v2/access/authorize`, and send its `access_token` along with every call as `Authorization: Bearer …`.',
  'Names of fields and parameters are read in any case, numbers and booleans also as text. Moments are answered as ISO 8601 with a zone; those that are sent may leave it out, and are then read on the election’s own clock.',
  'Query fields that identify a person may be sent in the header `veghe-query`, encoded like a query (`name=ioana`), instead of in the address, which proxies store.',
  'Errors are problems (RFC 9457) with a `code` that never changes. Data that a caller may not see does not exist for them (404); an act that they may not do on visible data is 403. Replies with 429 or 503 say in `Retry-After` when to try again.',
].join('\n\n')

const confirming =
  'Signing in, or `POST /api/v1/access/confirm`, must not lie further back than 30 minutes.'

const callers: Record<Exclude<Access, Right>, string> = {
  anyone: 'Open to anyone.',
  'signed-in': 'For signed-in callers.',
  observer: 'For observers.',
  staff: 'For staff.',
}

const roleNames: Record<Role, string> = {
  organiser: 'organisers',
  'ngo-administrator': 'the administrators of organisations',
  reviewer: 'reviewers',
  guest: 'guests',
}

function callersOf(access: Access): string {
  if (access in callers) return callers[access as keyof typeof callers]
  const right = access as Right
  const who = new Intl.ListFormat('en').format(rolesWith(right).map((role) => roleNames[role]))
  const limited = rightsOf('organiser', { isLimited: true }).includes(right)
    ? ''
    : ' Not for accounts limited to some counties.'
  return `For staff with the right \`${right}\`: ${who}.${limited}`
}

function operationOf(tag: string, name: string, endpoint: Endpoint): Json {
  const { access, summary, description, params, query, body, files } = endpoint
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary,
    description: [description, callersOf(access), endpoint.confirmed && confirming]
      .filter(Boolean)
      .join('\n\n'),
    security: access === 'anyone' ? [] : [{ token: [] }],
    parameters: [...parametersIn('path', params), ...parametersIn('query', query)],
    ...(body && {
      requestBody: { required: true, content: files ? formOf(body, files) : jsonOf(body) },
    }),
    responses: { ...successOf(endpoint), ...refusalsOf(endpoint) },
  }
}

function jsonOf(schema: z.ZodType): Json {
  const described = jsonSchemaOf(schema)
  return { 'application/json': { schema: described, example: exampleOf(described) } }
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return []
  const described = jsonSchemaOf(schema)
  const { properties, required } = described as ObjectSchema
  const examples = exampleOf(described) as Json
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: place,
    required: place === 'path' || Boolean(required?.includes(name)),
    ...(description !== undefined && { description }),
    schema: field,
    ...(name in examples && { example: examples[name] }),
  }))
}

type ObjectSchema = {
  readonly properties: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}

/** Multipart form data: the body's fields and the files. */
function formOf(body: z.ZodType, { name, most, maxBytes, mediaType }: Files): Json {
  const described = jsonSchemaOf(body)
  const file = {
    type: 'string',
    contentMediaType: mediaType,
    description: `At most ${maxBytes / 1_000_000} MB.`,
    examples: ['(the bytes of a file)'],
  }
  const field = most === 1 ? file : { type: 'array', items: file, maxItems: most }
  const schema = {
    ...described,
    properties: { ...(described as ObjectSchema).properties, [name]: field },
  }
  return {
    'multipart/form-data': {
      schema,
      encoding: { [name]: { contentType: mediaType } },
      example: exampleOf(schema),
    },
  }
}

function successOf({ reply, headers: own, hasFigures }: Endpoint): Json {
  const headers = hasFigures && reply instanceof z.ZodArray ? { ...own, ...asOfHeaders } : own
  const success = { description: 'As asked for', ...(headers && { headers: headersOf(headers) }) }
  if (reply instanceof z.ZodNullable) {
    const some = { ...success, content: jsonOf(reply.unwrap() as z.ZodType) }
    return { 200: some, 204: { description: 'There is none' } }
  }
  if (reply instanceof z.ZodType) return { 200: { ...success, content: jsonOf(reply) } }
  const { streams, mediaType } = reply
  // A file's bytes are not text: JSON Schema cannot describe them.
  const schema = streams === 'events' ? { type: 'string' } : {}
  return { 200: { description: 'Piece by piece', content: { [mediaType]: { schema } } } }
}

const asOfHeaders = {
  [asOfHeader]: {
    description: 'Everything up to this moment is in the figures.',
    example: '2026-11-22T08:21:11.000Z',
  },
}

const headersOf = (headers: NonNullable<Endpoint['headers']>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, example }]) => [
      name,
      { description, schema: { type: 'string' }, example },
    ]),
  )
