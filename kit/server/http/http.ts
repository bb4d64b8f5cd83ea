import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type onRequestHookHandler,
} from 'fastify'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { codeOf, isAway, isPassing, isSpent } from '#database/failure.ts'
import type { Database } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import { FilesAway } from '../files/files.ts'
import { rateLimited, securityEventOf } from '../security/security-log.ts'
import { readAddress } from './address.ts'
import { type Bodies, type Elapsed, watchBodies } from './bodies.ts'
import { sendProblem } from './reply.ts'
import type { Clock } from './server.ts'

/** The largest JSON body, in bytes: a phone that was offline all day sends well under it. */
const largestBody = 5_000_000

/** Options of the HTTP server. */
type HttpOptions = {
  readonly trustProxy: boolean
  readonly publicUrl: string
  readonly mapStyleUrl: string
  readonly clock: Clock
  readonly database: Pick<Database, 'checkSchemaVersion'>
  readonly elapsedMs: Elapsed
}

/** How long a connection may take to send its headers, in milliseconds. */
const headersMs = 60_000

/** Two years; subdomains are ours as well. */
const onlyHttps = { maxAge: 63_072_000, includeSubDomains: true }

/** Headers of replies that are made before any of our hooks run. */
const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** A server without routes yet, and its incoming bodies. */
type Http = { readonly http: FastifyInstance; readonly bodies: Bodies }

/** An HTTP server that answers every failure with a problem document. */
export async function openHttp(
  logger: Logger,
  { trustProxy, publicUrl, mapStyleUrl, clock, database, elapsedMs }: HttpOptions,
): Promise<Http> {
  const refuse = errorResponder(logger, clock)
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // The nearest proxy alone: anybody can write what is further left in X-Forwarded-For, to guess passwords
    // under a new address each time.
    trustProxy: trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: largestBody,
    // A shutdown lets running requests finish; event streams end themselves.
    forceCloseConnections: 'idle',
    // New requests on open connections are told to retry, below, in our own words.
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, _request, response) =>
      void refuse(response.headers(bareHeaders), error),
    clientErrorHandler: refuseUnread,
  }) as unknown as FastifyInstance
  if (trustProxy) http.addHook('onRequest', forwardedReader(logger, clock))
  // For the headers alone: a body takes as long as its line needs, as long as it moves.
  http.server.headersTimeout = headersMs
  const bodies = watchBodies(http.server, { elapsedMs, giveUp: refuseUnread })
  http.decorateRequest('who', null)
  readJson(http)
  http.setErrorHandler(async (error, _request, response) => {
    // Errors from another version's schema are for the process that serves that version.
    const isOthers =
      problemOf(error).code === 'server.failed' && (await database.checkSchemaVersion())
    const later = () => new Problem('server.unavailable', { retryAfterSeconds: 2 })
    return refuse(response, isOthers ? later() : error)
  })
  // Other origins are allowed only if the operator has named them.
  const mapOrigin = mapStyleUrl === '' ? [] : [new URL(mapStyleUrl).origin]
  const setHeaders = helmet({
    // The token is in the page's storage, so nothing foreign may ever run there. No
    // upgrade-insecure-requests: over plain http in a school's network nothing could be upgraded.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'data:', ...mapOrigin],
        ...(mapOrigin.length > 0 && { 'connect-src': ["'self'", ...mapOrigin] }),
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
      },
    },
    // Over plain http browsers ignore it.
    strictTransportSecurity: publicUrl.startsWith('https:') ? onlyHttps : false,
  })
  // Our own: fastify's plugin parses all of this anew for every request.
  http.addHook('onRequest', (request, response, done) => {
    setHeaders(request.raw, response.raw, () => done())
  })
  turnAwayWhenClosing(http)
  http.addHook('onSend', (_request, response, payload, done) => {
    // Names, phones and findings stay out of caches, unless a route says otherwise.
    if (!response.hasHeader('cache-control')) response.header('cache-control', 'no-store')
    done(null, payload)
  })
  // A list of stations shrinks to a tenth on a poor line. Low quality: it is compressed on the fly.
  await http.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1400,
    // At once, as far as that takes a millisecond: a stream for each of the replies costs several times as much.
    syncThreshold: 256 * 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  })
  http.addHook('onClose', async () => bodies.stop())
  await http.register(multipart)
  return { http, bodies }
}

/** Graceful shutdown: requests during it are answered with 503, and retried against another process. */
function turnAwayWhenClosing(http: FastifyInstance): void {
  let isClosing = false
  http.addHook('preClose', async () => {
    isClosing = true
  })
  http.addHook('onRequest', (_request, _response, done) => {
    done(isClosing ? new Problem('server.unavailable', { retryAfterSeconds: 2 }) : undefined)
  })
}

/**
 * Closes a listening server: running requests are finished first. Idle connections, as browsers open them in
 * advance, would delay that and are closed.
 */
export function httpCloser(http: FastifyInstance): () => Promise<void> {
  let inFlight = 0
  http.server.on('request', (_request, response) => {
    inFlight += 1
    response.once('close', () => {
      inFlight -= 1
    })
  })
  const sweep = () => {
    if (inFlight === 0) http.server.closeAllConnections()
    else http.server.closeIdleConnections()
  }
  return async () => {
    const sweeping = setInterval(sweep, 50)
    await http.close().finally(() => clearInterval(sweeping))
  }
}

/**
 * Normalises what the nearest proxy says of the caller, before anything reads it. An invalid address or
 * protocol is ignored: then the proxy is the caller.
 */
function forwardedReader(logger: Logger, clock: Clock): onRequestHookHandler {
  const warn = rateLimited<object>((details, what) => logger.warn(details, what), clock)
  return ({ raw: { headers } }, _response, done) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
    const address = readAddress(forwarded.slice(forwarded.lastIndexOf(',') + 1).trim())
    if (forwarded && !address)
      warn({ said: forwarded.slice(-100) }, 'X-Forwarded-For is no address')
    headers['x-forwarded-for'] = address
    const protocol = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
    if (protocol !== 'http' && protocol !== 'https') headers['x-forwarded-proto'] = undefined
    done()
  }
}

/** An empty JSON body counts as none: clients send the header with every call. */
function readJson(http: FastifyInstance): void {
  // The first system's clients put parameters into a GET's body.
  http.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  http.removeAllContentTypeParsers()
  // A GET or HEAD may carry a body of another type, which is ignored; for other methods it is refused.
  http.addContentTypeParser('*', (request, payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return done(new Problem('request.wrong-kind'))
    payload.resume()
    done(null, undefined)
  })
  http.addContentTypeParser(
    ['application/json', 'application/problem+json'],
    { parseAs: 'string' },
    (_request, body, done) => {
      if (body.length === 0) return done(null, undefined)
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(new Problem('request.invalid', { errors: { '(whole)': ['This is not JSON'] } }))
      }
    },
  )
}

type RespondError = (response: FastifyReply, error: unknown) => FastifyReply

/** Answers with a problem, and logs it if the operator should look at it. */
function errorResponder(logger: Logger, clock: Clock): RespondError {
  const warnOfSuspicion = rateLimited<object>((details, what) => logger.warn(details, what), clock)
  return (response, error) => {
    const problem = problemOf(error)
    logFailure(response, problem, error)
    const suspicion = securityEventOf(problem)
    if (suspicion) warnOfSuspicion(callerOf(response), suspicion)
    return sendProblem(response, problem)
  }
}

function logFailure(response: FastifyReply, problem: Problem, error: unknown): void {
  // Hundreds of calls may be refused at once: the fact and the reason are enough.
  if (problem.code === 'server.unavailable')
    response.log.warn({ reason: error instanceof Error ? error.message : '' }, problem.code)
  // Shedding is logged once, when it begins.
  else if (problem.status >= 500 && problem.code !== 'server.overloaded')
    response.log.error({ err: error }, problem.code)
}

/** The caller in a log line: by role and number, and by address, which distinguishes strangers. */
function callerOf({ request }: FastifyReply): object {
  const { id: reqId, who, method, ip: address, routeOptions } = request
  return { reqId, role: who?.role, id: who?.id, address, method, path: routeOptions.url }
}

/**
 * Input that cannot be parsed as HTTP never becomes a request, so its refusal is written by hand. A client that
 * disconnected gets none.
 */
function refuseUnread(error: Error, socket: Socket): void {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const problem = problemOfUnread(codeOf(error))
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Time to read it; a client that keeps sending is cut off.
  setTimeout(() => socket.destroy(), 1000).unref()
}

function problemOfUnread(code: string): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('request.too-large')
  // A slow line: the client may try again.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('server.unavailable', { retryAfterSeconds: 2 })
  return new Problem('request.invalid', { errors: { '(whole)': ['This is not HTTP'] } })
}

/** The problem of an error: itself, or what its kind amounts to. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  // A transient error that has used up its retries may well pass when it is sent again.
  if (isAway(error) || isSpent(error) || isPassing(error) || error instanceof FilesAway)
    return new Problem('server.unavailable', { retryAfterSeconds: 2 })
  const { statusCode = 500, message } = error as FastifyError
  if (statusCode === 413) return new Problem('request.too-large')
  if (statusCode === 415 || statusCode === 406) return new Problem('request.wrong-kind')
  if (statusCode < 500) return new Problem('request.invalid', { errors: { '(whole)': [message] } })
  return new Problem('server.failed')
}
