import { importanceOf } from '../call-importance.ts'
import { Duty } from '../duty.ts'
import { changesElection, type Endpoint, isForKeys } from '../endpoint.ts'
import { groupBy } from '../group.ts'
import { type ProblemCode, problems } from '../problem.ts'
import { exampleOf } from './example.ts'
import { type Json, jsonSchemaOf } from './json-schema.ts'

type Entry = (typeof problems)[ProblemCode]

/** The refusals of any call, independent of its caller. */
const always: readonly ProblemCode[] = ['request.invalid', 'server.unavailable', 'server.failed']

/** An endpoint's refusals by their status, each with the problems it may carry. */
export function refusalsOf(endpoint: Endpoint): Json {
  const codes = new Set([
    ...always,
    ...loadProblems(endpoint),
    ...accessProblems(endpoint),
    ...lookingProblems(endpoint),
    ...(endpoint.problems ?? []),
  ])
  const byStatus = groupBy(codes, (code) => problems[code].status)
  const described = [...byStatus].map(([status, some]) => [status, refusalOf(some)])
  return Object.fromEntries(described)
}

const loadProblems = (endpoint: Endpoint): ProblemCode[] =>
  importanceOf(endpoint) === 'vital' ? [] : ['server.overloaded']

/** Staff who read an archived election cannot change it. */
const lookingProblems = (endpoint: Endpoint): ProblemCode[] =>
  changesElection(endpoint) ? ['election.is-archived'] : []

/** A program with an access key may be refused. */
const programProblems = (endpoint: Endpoint): ProblemCode[] =>
  ['anyone', 'observer'].includes(endpoint.access) || isForKeys(endpoint, { isReadOnly: true })
    ? []
    : ['key.refused']

function accessProblems(endpoint: Endpoint): ProblemCode[] {
  const { access, method, confirmed, allowedWithDuty, body, files } = endpoint
  const signedIn: ProblemCode[] = access === 'anyone' ? [] : ['session.missing']
  const role: ProblemCode[] =
    access === 'anyone' || access === 'signed-in' ? [] : ['session.forbidden']
  const duty: ProblemCode[] =
    access === 'anyone' || access === 'observer' || allowedWithDuty?.length === Duty.options.length
      ? []
      : ['session.owes']
  // Observers belong to one election: theirs has ended, and they have to sign in again.
  const meanwhile: ProblemCode[] =
    access === 'anyone' || access === 'observer' || method === 'GET' ? [] : ['election.changed']
  const size: ProblemCode[] = body || files ? ['request.too-large', 'request.wrong-kind'] : []
  const proof: ProblemCode[] = confirmed ? ['session.unconfirmed'] : []
  return [
    ...signedIn,
    ...role,
    ...programProblems(endpoint),
    ...duty,
    ...proof,
    ...meanwhile,
    ...size,
  ]
}

function refusalOf(codes: readonly ProblemCode[]): Json {
  const refs = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: codes.map((code) => problems[code].title).join('; or '),
    ...(codes.some(isPatient) && { headers: { 'Retry-After': retryAfter } }),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(refs),
      },
    },
  }
}

const retryAfter = { description: 'In seconds', schema: { type: 'integer' } }

const detailsOf = (code: ProblemCode): Json => {
  const entry: Entry = problems[code]
  return 'details' in entry ? jsonSchemaOf(entry.details) : { type: 'object' }
}

const fieldsOf = (code: ProblemCode) => (detailsOf(code)['properties'] ?? {}) as Json

const isPatient = (code: ProblemCode) => 'retryAfterSeconds' in fieldsOf(code)

const codes = Object.keys(problems) as ProblemCode[]

/** Each problem by its code, in wire format. */
export const problemExamples: Json = Object.fromEntries(
  codes.map((code) => {
    const { status, title } = problems[code]
    const value = { code, status, title, error: title, ...(exampleOf(detailsOf(code)) as Json) }
    return [code, { summary: title, value }]
  }),
)

export const problemSchema: Json = {
  type: 'object',
  required: ['code', 'status', 'title', 'error'],
  properties: {
    code: { type: 'string', enum: codes },
    status: { type: 'integer' },
    title: { type: 'string' },
    error: { type: 'string', description: 'The same words, where phones look for them.' },
    ...Object.assign({}, ...codes.map(fieldsOf)),
  },
}
