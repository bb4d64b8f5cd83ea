import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Ending } from '#database/connections/transaction.ts'
import type { Db, Tx } from '#database/open.ts'
import { importanceOf } from '#kit/contract/call-importance.ts'
import type { Language } from '#kit/contract/copy.ts'
import type { Access, Endpoint, ParsedInput, Reply } from '#kit/contract/endpoint.ts'
import type { Importance } from '#kit/contract/importance.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { ObserverWho, Scope, Staff, Who } from '#kit/contract/who.ts'
import type { ReceivedFile } from '../files/files.ts'
import { batched } from '../load/batch.ts'
import { coalescer } from '../load/coalesce.ts'
import type { Rank } from '../load/queue.ts'
import { isAccessKey } from '../security/access-key.ts'
import { languageOf } from './accepted-language.ts'
import { addressIn, admit, expectConfirmed, findWho, tokenOf } from './admit.ts'
import { type Answered, type Sent, withAsOf } from './as-of.ts'
import { type ReceivedCall, receive } from './receive.ts'
import {
  EncodedReply,
  encoded,
  type JsonEndpoint,
  ReplyWithHeaders,
  sendJson,
  sendProblem,
} from './reply.ts'
import type { Server } from './server.ts'
import { callerFingerprint, write, writeShared } from './writing.ts'

type CallerOf<A extends Access> = A extends 'anyone'
  ? null
  : A extends 'observer'
    ? ObserverWho
    : A extends 'signed-in'
      ? Who
      : Staff

/** Handler context: the parsed call, a database handle, and the caller. */
export type Call<E extends Endpoint> = ParsedInput<E> & {
  /** A GET gets a database it can only read from; the rest get a transaction. */
  readonly db: E['method'] extends 'GET' ? Db : Tx
  readonly who: CallerOf<E['access']>
  readonly now: Date
  /** The caller's address, as far as the network tells. */
  readonly address: string
  /** The caller's user agent; truncated. */
  readonly userAgent: string
  /** The best of our languages by `Accept-Language`; undefined without one. */
  readonly language: Language | undefined
  /** As it was sent; empty without one. */
  readonly acceptLanguage: string
  /** The token that was sent, valid or not; empty without one. */
  readonly token: string
  /** The cookies as the browser sent them; empty without any. */
  readonly cookies: string
  /** The prefix of our own links, for this caller: `https://veghe.example`. */
  readonly origin: string
  /** The uploaded files, stored already where the endpoint stores them; empty unless it takes some. */
  readonly uploads: readonly ReceivedFile[]
}

/** Context of a streaming handler, which reads and writes its response itself. */
export type StreamCall<E extends Endpoint> = Omit<Call<E>, 'db' | 'uploads'> & {
  readonly db: Db
  readonly response: FastifyReply
  /**
   * Whether the caller is still the same, with the same rights, in the same election: a stream outlives the
   * check when it was opened.
   */
  isUnchanged(): Promise<boolean>
}

/**
 * Binds an endpoint to its handler. Parsing, access, the transaction and the reply's shape are decided here
 * once, so that a handler only says what the feature does.
 *
 * A Problem that is thrown rolls the transaction back; a Problem that is *returned* commits it, for refusals
 * that must leave a trace (a failed sign-in).
 */
export function serve<E extends JsonEndpoint>(
  server: Server,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answered<E>>,
): void {
  const { database } = server
  const importance = importanceOf(endpoint)
  respondWith(server, endpoint, (call) => {
    const on = (db: Db | Tx, who: Who | null) =>
      withAsOf(server, endpoint, { db, scope: who?.scope }, () =>
        handle({ ...call, db, who } as Call<E>),
      )
    return endpoint.method === 'GET'
      ? database.read((db) => on(db, call.who), call.who?.key ? 'export' : importance)
      : write(server, { endpoint, who: call.who }, on)
  })
}

/** A call that runs several transactions, or does something before its first. */
export type SteppedCall<E extends Endpoint> = CallWithoutDb<E> & {
  /**
   * One transaction: the caller is authorised for each, as for a call of its own.
   * @param rank of a caller who has not signed in: whether it is a known device
   */
  step<T>(work: (call: Call<E>) => Promise<T>, rank?: Rank): Promise<T>
}

/**
 * Binds an endpoint that runs several short transactions: a bulk change that would block reports in one long transaction,
 * or work that needs no connection, such as hashing a password. Committed steps stay when a later one is refused.
 */
export function serveInSteps<E extends JsonEndpoint>(
  server: Server,
  endpoint: E,
  handle: (call: SteppedCall<E>) => Promise<Reply<E> | ReplyWithHeaders<Reply<E>> | Problem>,
): void {
  respondWith(server, endpoint, (call) =>
    handle({
      step: (work, rank) =>
        write(server, { endpoint, who: call.who, rank }, (db, who) =>
          work({ ...call, db, who } as Call<E>),
        ),
      ...call,
    }),
  )
}

/**
 * Batch size, concurrent transactions, and how long the second one waits to fill up:
 * `npm run bench -- --only reports`; decision 014 has what it gains.
 */
const batching = { atOnce: 2, most: 100, patienceMs: 10 }

/** A call without a transaction of its own. */
export type CallWithoutDb<E extends Endpoint> = Omit<Call<E>, 'db'>

/** Handler of a batch of calls. */
export type BatchHandler<E extends Endpoint, Known> = {
  /** Looks up what the calls name, in the round trip in which the transaction begins. */
  readonly lookUp: (tx: Tx, calls: readonly CallWithoutDb<E>[]) => Promise<Known>
  /** Answers with one reply for each call, in their order; the last statement goes to `end`. */
  readonly handle: (
    tx: Tx,
    calls: readonly CallWithoutDb<E>[],
    known: Known,
    end: Ending,
  ) => Promise<readonly Reply<E>[]>
}

/**
 * Binds an endpoint whose calls are batched: concurrent calls share one transaction, and one flush to the
 * disk (group commit). Two calls of one caller never share a batch. A batch that fails is retried call by
 * call, each in a transaction of its own, from looking up what it names.
 */
export function serveBatched<E extends JsonEndpoint & { readonly access: 'observer' }, Known>(
  server: Server,
  endpoint: E,
  { lookUp, handle }: BatchHandler<E, Known>,
): void {
  const { waitTimes } = server.loadShedder
  const take = batched(
    (calls: readonly CallWithoutDb<E>[]) => {
      for (const call of calls) waitTimes.end(call)
      return writeShared(server, calls, { lookUp, handle })
    },
    { ...batching, keyOf: ({ who }) => who.id },
  )
  respondWith(server, endpoint, (call) => {
    waitTimes.begin(call)
    return take(call)
  })
}

/**
 * Binds an endpoint whose reads are coalesced. Identical concurrent requests, as of all open screens after a report, share
 * a query and the encoding of its reply, which takes as long as the query for fifty thousand stations.
 * @param questionOf everything that the answer depends on, including the caller: the handler gets nothing else.
 */
export function serveCoalesced<
  E extends JsonEndpoint & { readonly method: 'GET' },
  Question extends { readonly scope: Scope },
>(
  server: Server,
  endpoint: E,
  questionOf: (call: CallWithoutDb<E>) => Question | Promise<Question>,
  handle: (db: Db, question: Question) => Promise<Answered<E>>,
): void {
  const once = coalescer<EncodedReply | ReplyWithHeaders<EncodedReply> | Problem>()
  const importance = importanceOf(endpoint)
  respondWith(server, endpoint, async (call) => {
    const question = await questionOf(call)
    const { scope } = question
    return once(JSON.stringify(question), async () => {
      const sent = await server.database.read(
        (db) => withAsOf(server, endpoint, { db, scope }, () => handle(db, question)),
        importance,
      )
      if (sent instanceof Problem) return sent
      if (!(sent instanceof ReplyWithHeaders)) return encoded(endpoint, sent)
      return new ReplyWithHeaders(encoded(endpoint, sent.reply), sent.headers)
    })
  })
}

/** Parses a request, runs its handler, and writes the response. */
function respondWith<E extends JsonEndpoint>(
  server: Server,
  endpoint: E,
  handle: (
    call: CallWithoutDb<E>,
  ) => Promise<Sent<E> | EncodedReply | ReplyWithHeaders<EncodedReply>>,
): void {
  route(server, endpoint, async (request, response, who) => {
    // The body is read to its end, and its files are kept, before the transaction begins: a dropped
    // upload and a store that is slow or away hold no connection.
    const given = await receive(server.files, endpoint, request)
    try {
      const { uploads } = given
      const call = { uploads, who, ...described(server, request, given) } as CallWithoutDb<E>
      // The reply is written after the commit: a caller must not learn of a row that was rolled back.
      const result = await handle(call)
      if (result instanceof Problem) return sendProblem(response, result)
      if (result instanceof ReplyWithHeaders) response.headers(result.headers)
      const reply = result instanceof ReplyWithHeaders ? result.reply : result
      return sendJson(response, reply instanceof EncodedReply ? reply : encoded(endpoint, reply))
    } finally {
      await Promise.all(given.uploads.map((upload) => upload.discard()))
    }
  })
}

/** Binds an endpoint whose reply is a stream; its handler answers through `response`. */
export function serveStream<E extends Endpoint>(
  server: Server,
  endpoint: E,
  handle: (call: StreamCall<E>) => Promise<unknown>,
): void {
  route(server, endpoint, async (request, response, who) => {
    const given = await receive(server.files, endpoint, request)
    const { db } = server.database
    // A caller whose role, organisation, counties or election have changed has to reconnect.
    const isUnchanged = async () => {
      const now = await findWho(server, request)
      return now !== undefined && who !== null && callerFingerprint(now) === callerFingerprint(who)
    }
    const call = { ...described(server, request, given), db, who, response, isUnchanged }
    await handle(call as StreamCall<E>)
    return response
  })
}

/**
 * Streams are compressed as they come. A table gets smaller this way than by brotli, in a third of the time,
 * and its first bytes leave at once: `npm run bench -- --only exports`.
 */
const forStreams = { encodings: ['gzip' as const], zlibOptions: { level: 3 } }

function route(
  server: Server,
  endpoint: Endpoint,
  answer: (request: FastifyRequest, response: FastifyReply, who: Who | null) => Promise<unknown>,
): void {
  const { method, path: url, access, confirmed, reply } = endpoint
  const importance = importanceOf(endpoint)
  const isEvents = 'streams' in reply && reply.streams === 'events'
  const admitted = async (request: FastifyRequest, response: FastifyReply) => {
    if (server.database.isSchemaNewer())
      throw new Problem('server.unavailable', { retryAfterSeconds: 2 })
    server.loadShedder.expectCapacity(importanceIn(request, importance))
    if (!isEvents) server.loadShedder.watch(response.raw)
    request.who = access === 'anyone' ? null : await admit(server, endpoint, access, request)
    if (request.who) server.bodies.admit(request.raw, request.who, endpoint.files !== undefined)
    if (confirmed) expectConfirmed(request.who, server.clock())
  }
  server.http.route({
    method,
    url,
    // A HEAD request for a stream would never end.
    exposeHeadRoute: reply instanceof z.ZodType,
    ...('streams' in reply && { compress: forStreams }),
    // Authentication before the body is read: strangers cannot make us read uploads. Load shedding before
    // that: authentication is work as well.
    onRequest: (request, response) => server.running.during(() => admitted(request, response)),
    handler: (request, response) =>
      server.running.during(() => answer(request, response, request.who)),
  })
}

/** Calls of programs are refused first, with staff's downloads. */
const importanceIn = (request: FastifyRequest, importance: Importance): Importance =>
  isAccessKey(tokenOf(request)) && importance !== 'vital' ? 'export' : importance

const described = (server: Server, request: FastifyRequest, { parts }: ReceivedCall) => ({
  now: server.clock(),
  address: addressIn(request),
  token: tokenOf(request),
  cookies: request.headers.cookie ?? '',
  language: languageOf(request.headers['accept-language']),
  acceptLanguage: request.headers['accept-language'] ?? '',
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  origin: server.publicUrl || `${request.protocol}://${request.host}`,
  ...parts,
})
