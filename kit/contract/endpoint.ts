import type * as z from 'zod'
import type { Duty } from './duty.ts'
import type { Importance } from './importance.ts'
import type { ProblemCode } from './problem.ts'
import { isReading, Right } from './roles.ts'

/**
 * Who may call an endpoint: staff with the named right; `staff` is any of them, for their own data. There is no default:
 * an endpoint without it does not compile.
 */
export type Access = 'anyone' | 'signed-in' | 'observer' | 'staff' | Right

/** A reply that is streamed instead of sent as one JSON value. */
export type Stream = { readonly streams: 'events' | 'file'; readonly mediaType: string }

/** The files of a call: how many, and how large each, in bytes. */
export type Files = {
  readonly most: number
  readonly maxBytes: number
  /** Whether they are stored, or only read by this call. */
  readonly kept: boolean
  /** The form field in which clients send them; any other name is accepted as well. */
  readonly name: string
  /** The expected type, such as `text/csv`. */
  readonly mediaType: string
}

/** A header of a reply, by its name in lower case. */
export type Header = { readonly description: string; readonly example: string }

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  /**
   * Step-up authentication: the call cannot be undone, or gives away personal data or power. The caller must have
   * proved their identity recently, so that a screen left open is not enough.
   */
  readonly confirmed?: true
  /**
   * Also allowed while one of these duties is pending: the calls that fulfil it. Callers with another duty
   * are refused.
   */
  readonly allowedWithDuty?: readonly Duty[]
  /**
   * The basis of its authorisation that the call itself changes: the caller, by ending a session or changing a role; or
   * the current election. Authorisation is then checked before the work instead of after it. A change of the election
   * waits for all calls running in it.
   */
  readonly changing?: 'caller' | 'election'
  /** About the caller's own data, or power over others: programs with an access key are refused. */
  readonly peopleOnly?: true
  /** Browsers finish the call after the page is gone. */
  readonly outlivesPage?: true
  /** The importance under load: set where `importanceOf` would be wrong. */
  readonly importance?: Importance
  /** The purpose of the call, as one sentence of the API document, in the field's own words. */
  readonly summary: string
  /** A rule that callers should know. */
  readonly description?: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Set when the body comes as multipart form data. */
  readonly files?: Files
  /** A nullable reply that is null answers 204 with no body. */
  readonly reply: z.ZodType | Stream
  /** The headers of a successful reply, where some clients cannot read the same from its body. */
  readonly headers?: Readonly<Record<string, Header>>
  /**
   * Its reply has figures that the projector counts. The server adds `asOf` to it (`figures` in `figures.ts`; a header
   * carries it when the reply is an array). Screens call it again after `figures.changed`.
   */
  readonly hasFigures?: true
  /** The problems a caller should expect, beyond those that every endpoint may answer. */
  readonly problems?: readonly ProblemCode[]
}

/** Whether it changes the staff's election, instead of reading it or changing the caller's own data. */
export function changesElection({ access, method }: Pick<Endpoint, 'access' | 'method'>): boolean {
  const right = Right.safeParse(access)
  return method !== 'GET' && right.success && !isReading(right.data)
}

/** The limits of a program's access key that its role does not tell. */
export type AccessKey = { readonly isReadOnly: boolean }

/**
 * Whether programs may call the endpoint with an access key. A key cannot prove an identity again, has no data of its own,
 * and manages no accounts.
 */
export function isForKeys(
  { method, access, confirmed, changing, peopleOnly, reply }: Endpoint,
  { isReadOnly }: AccessKey,
): boolean {
  const isOfStaff = access === 'signed-in' || Right.safeParse(access).success
  const isEvents = 'streams' in reply && reply.streams === 'events'
  if (!isOfStaff || access === 'accounts' || isEvents) return false
  return !confirmed && !changing && !peopleOnly && (!isReadOnly || method === 'GET')
}

type InputPart = 'params' | 'query' | 'body'
type Has<E, P extends InputPart> = E extends { readonly [K in P]: z.ZodType } ? P : never

/** The input of a call: defaults may be left out. */
export type CallInput<E extends Endpoint> = {
  [P in InputPart as Has<E, P>]: z.input<Extract<E[P], z.ZodType>>
}

/** The parsed input of a call: defaults filled in, unknown keys removed. */
export type ParsedInput<E extends Endpoint> = {
  [P in InputPart as Has<E, P>]: z.output<Extract<E[P], z.ZodType>>
}

/** What the caller gets after decoding. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

/** What the handler returns: the reply, to which the server adds how current its figures are. */
export type Answer<E extends Endpoint> = E extends { readonly hasFigures: true }
  ? WithoutAsOf<Reply<E>>
  : Reply<E>

type WithoutAsOf<R> = R extends { readonly asOf: Date } ? Omit<R, 'asOf'> : R

export const endpoint = <const E extends Endpoint>(it: E): E => it
