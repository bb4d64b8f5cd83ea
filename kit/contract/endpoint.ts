import type * as z from 'zod'
import type { Duty } from './duty.ts'
import type { Importance } from './importance.ts'
import type { ProblemCode } from './problem.ts'
import { isReading, Right } from './roles.ts'

/**
 * Who may call an endpoint: of the staff, who has the right that it names; `staff` is whoever of
 * them, for what is their own. There is no default: an endpoint that does not say does not compile.
 */
export type Access = 'anyone' | 'signed-in' | 'observer' | 'staff' | Right

/** A reply that is sent piece by piece instead of as one JSON value. */
export type Stream = { readonly streams: 'events' | 'file'; readonly mediaType: string }

/** The files of a call: how many, how large each, in bytes. */
export type Files = {
  readonly most: number
  readonly maxBytes: number
  /** Whether they are kept for good, or only read by this call. */
  readonly kept: boolean
  /** What clients call the field they send them in; any other name is read as well. */
  readonly name: string
  /** What they are expected to be, such as `text/csv`. */
  readonly mediaType: string
}

/** A header of a reply, by its name in lower case. */
export type Header = { readonly description: string; readonly example: string }

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  /**
   * Cannot be undone, or gives personal data or power away: whoever calls must have proved lately who
   * they are, so that a screen left open is not enough.
   */
  readonly confirmed?: true
  /**
   * Open also to whoever has to do one of these before anything else: what it takes to do it. Whoever
   * owes something else is turned away.
   */
  readonly allowedWithDuty?: readonly Duty[]
  /**
   * What it may itself change of that by which whoever calls is judged: who they are, by ending a session
   * or giving another role, or the current election. Then they are judged before it is done and not after;
   * and what changes the election waits for all that is under way in it.
   */
  readonly changing?: 'caller' | 'election'
  /** Whom the server has time for when it has too little: set where `importanceOf` would be wrong. */
  readonly importance?: Importance
  /** What it does, as one sentence of the API document, in the field's own words. */
  readonly summary: string
  /** A rule that whoever calls it should know, where there is one. */
  readonly description?: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Set when the body comes as multipart form data. */
  readonly files?: Files
  /** A nullable reply that is null answers 204 with no body. */
  readonly reply: z.ZodType | Stream
  /** What a successful reply may say beside its body, which some clients know only as it is. */
  readonly headers?: Readonly<Record<string, Header>>
  /** What a caller should be ready for, beyond what every endpoint may answer. */
  readonly problems?: readonly ProblemCode[]
}

/** Does it change something of the election in which staff are, rather than read it or change what is their own? */
export function changesElection({ access, method }: Pick<Endpoint, 'access' | 'method'>): boolean {
  const right = Right.safeParse(access)
  return method !== 'GET' && right.success && !isReading(right.data)
}

type InputPart = 'params' | 'query' | 'body'
type Has<E, P extends InputPart> = E extends { readonly [K in P]: z.ZodType } ? P : never

/** What goes into a call: defaults may be left out. */
export type CallInput<E extends Endpoint> = {
  [P in InputPart as Has<E, P>]: z.input<Extract<E[P], z.ZodType>>
}

/** What comes out of a parsed call: defaults filled in, unknown keys gone. */
export type ParsedInput<E extends Endpoint> = {
  [P in InputPart as Has<E, P>]: z.output<Extract<E[P], z.ZodType>>
}

/** What the handler answers, and what the caller gets after decoding. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : never

export const endpoint = <const E extends Endpoint>(it: E): E => it
