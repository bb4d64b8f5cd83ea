import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { groupBy } from '#kit/contract/group.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Who } from '#kit/contract/who.ts'

/** Monotonic clock, in milliseconds: unlike the wall clock it never jumps. */
export type Elapsed = () => number

/** Slow request guard (slowloris): the bodies that are still arriving. */
export type Bodies = {
  /**
   * Assigns a body to its caller; until then it counts as a stranger's.
   * @throws Problem `server.overloaded` for a body with files while too many slow bodies are open.
   */
  admit(request: IncomingMessage, who: Who, hasFiles: boolean): void
  stop(): void
}

type BodyWatchOptions = {
  readonly elapsedMs: Elapsed
  /** Answers a stalled client, and closes its connection. */
  readonly giveUp: (error: Error, socket: Socket) => void
}

/**
 * Minimum throughput: so many bytes in each window, 2.2 kbit/s, which the worst line manages on which a phone
 * can be signed in. Clients that send byte by byte, to hold a connection, do not.
 */
const windowMs = 60_000
const leastBytes = 16_384

/** A body that takes longer than this, in milliseconds, counts as slow. */
const slowAfterMs = 10_000

/**
 * Limits for slow bodies in this process. The slowest bodies of strangers and of a single caller are closed: strangers'
 * are small. A new film of a caller with several under way is refused until later. Calls without files, such as reports, are
 * always let in.
 */
const most = { ofStrangers: 100, ofOneCaller: 8, ofAll: 1000 } as const

const lookEveryMs = 1000

type Body = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly since: number
  /** How many bytes the connection had received when it was sampled, and when that was. */
  mark: { readonly bytes: number; readonly at: number }
  whose: string
}

const strangers = ''

/** Node's own error for a request that takes too long, so that it is answered in the same way. */
const tooSlow = () => Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Times out stalled bodies; others take the time they need: a film over a poor line may take an hour.
 */
export function watchBodies(server: HttpServer, { elapsedMs, giveUp }: BodyWatchOptions): Bodies {
  const underWay = new Map<IncomingMessage, Body>()
  let slow = 0
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const since = elapsedMs()
    const mark = { bytes: request.socket.bytesRead, at: since }
    underWay.set(request, { request, response, since, mark, whose: strangers })
  })
  const end = ({ request, response }: Body) => {
    underWay.delete(request)
    // A client that was answered already, and goes on sending, hears nothing more.
    if (response.headersSent) request.socket.destroy()
    else giveUp(tooSlow(), request.socket)
  }
  const look = () => {
    const now = elapsedMs()
    for (const body of underWay.values()) {
      if (hasEnded(body)) underWay.delete(body.request)
      else if (!isProgressing(body, now)) end(body)
    }
    const slowOnes = [...underWay.values()].filter(({ since }) => now - since >= slowAfterMs)
    for (const body of tooMany(slowOnes, now)) end(body)
    slow = slowOnes.filter(({ request, whose }) => underWay.has(request) && whose).length
  }
  const looking = setInterval(look, lookEveryMs).unref()
  return {
    admit: (request, { role, id }, hasFiles) => {
      const body = underWay.get(request)
      if (!body) return
      body.whose = `${role} ${id}`
      if (hasFiles && slow >= most.ofAll)
        throw new Problem('server.overloaded', { retryAfterSeconds: 30 })
    },
    stop: () => clearInterval(looking),
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const hasEnded = ({ request }: Body) => request.complete || request.socket.destroyed

function isProgressing(body: Body, now: number): boolean {
  const bytes = body.request.socket.bytesRead
  if (bytes - body.mark.bytes >= leastBytes) body.mark = { bytes, at: now }
  return now - body.mark.at < windowMs
}

/** The slowest bodies beyond the limit for strangers or for one caller. */
function tooMany(slow: readonly Body[], now: number): Body[] {
  const rate = ({ request, since }: Body) => request.socket.bytesRead / (now - since)
  return [...groupBy(slow, ({ whose }) => whose)].flatMap(([whose, theirs]) => {
    const allowed = whose === strangers ? most.ofStrangers : most.ofOneCaller
    const excess = Math.max(0, theirs.length - allowed)
    return theirs.toSorted((one, other) => rate(one) - rate(other)).slice(0, excess)
  })
}
