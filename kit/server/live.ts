import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Database, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import { type LiveEvent, liveStream, missedSome } from '#kit/contract/live.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Staff } from '#kit/contract/who.ts'
import { serveStream } from './serve.ts'
import type { Server } from './server.ts'

const channel = 'veghe'

/** Whom an announcement concerns: an organisation's people (null: everybody's), and the organiser's. */
export type Audience = {
  readonly electionId: Id<'elections'>
  readonly ngoId: Id<'ngos'> | null
}

const Announcement = z.object({
  name: z.string(),
  electionId: z.int(),
  ngoId: z.int().nullable(),
  payload: z.unknown(),
})

const Ending = z.object({ endedSession: z.string() })

/** Announces inside the transaction: PostgreSQL tells the listeners when, and only if, it commits. */
export async function announce<E extends LiveEvent>(
  tx: Tx,
  event: E,
  { electionId, ngoId }: Audience,
  payload: z.input<E['payload']>,
): Promise<void> {
  await notify(tx, { name: event.name, electionId, ngoId, payload })
}

/** Announces what happened to several things, each to its own audience, in one trip. */
export async function announceEach<E extends LiveEvent>(
  tx: Tx,
  event: E,
  each: readonly { readonly audience: Audience; readonly payload: z.input<E['payload']> }[],
): Promise<void> {
  const { name } = event
  await notify(tx, ...each.map(({ audience, payload }) => ({ name, ...audience, payload })))
}

/** Closes the session's event streams, on whichever process they are, once this commits. */
export const announceSessionEnd = (tx: Tx, sessionId: string) =>
  notify(tx, { endedSession: sessionId })

async function notify(tx: Tx, ...said: readonly object[]): Promise<void> {
  const texts = said.map((one) => JSON.stringify(one))
  await sql`select pg_notify(${channel}, said) from unnest(${texts}::text[]) as said`.execute(tx)
}

type Listener = {
  readonly who: Staff
  readonly response: ServerResponse
  isSignedIn(): Promise<boolean>
}

/** How much a slow reader may leave unread before we let it go, in bytes; it comes back and reads again. */
const mostUnread = 1_000_000
const heartbeatMs = 15_000

export type Live = { readonly listeners: () => number; stop(): Promise<void> }

/**
 * Serves the event stream: one LISTEN for the process, one open response for each screen.
 * An announcement is a hint; who hears it reads again through the endpoints it may call.
 */
export async function serveLive(server: Server): Promise<Live> {
  const listeners = new Set<Listener>()
  const tell = ({ response }: Listener, text: string) => {
    // One that has ended stays listed until its last bytes are gone; to write to it would throw.
    if (response.writableEnded) return
    if (response.writableLength > mostUnread) response.destroy()
    else response.write(text)
  }
  let isStopped = false
  const listening = await listenAll(server.database, listeners, tell)
  const heartbeat = setInterval(() => {
    for (const listener of listeners) tell(listener, ':\n\n')
  }, heartbeatMs)

  serveStream(server, liveStream, async ({ who, now, response, isSignedIn }) => {
    if (isStopped) throw new Problem('server.unavailable', { retryAfterSeconds: 2 })
    response.hijack()
    const stream = response.raw
    const listener = { who, response: stream, isSignedIn }
    for (const [name, value] of Object.entries(response.getHeaders()))
      if (value !== undefined) stream.setHeader(name, value)
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // nginx would otherwise hold events back until its buffer is full.
      'x-accel-buffering': 'no',
    })
    stream.flushHeaders()
    listeners.add(listener)
    // A token that has expired hears no more; a timer cannot wait longer than 24 days.
    const expiry = setTimeout(
      () => stream.end(),
      Math.min(who.expiresAt.getTime() - now.getTime(), 2 ** 31 - 1),
    )
    stream.once('close', () => {
      clearTimeout(expiry)
      listeners.delete(listener)
    })
    // Its session may have ended after it was checked and before its end could be heard here.
    await endUnlessSignedIn(listener)
    // From its first byte on a screen may count on being told.
    tell(listener, ':\n\n')
  })

  return {
    listeners: () => listeners.size,
    stop: async () => {
      isStopped = true
      clearInterval(heartbeat)
      for (const { response } of listeners)
        if (response.writableLength > 0) response.destroy()
        else response.end()
      await listening.stop()
    },
  }
}

const eventText = (name: string, payload: unknown) =>
  `event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`

type Tell = (listener: Listener, text: string) => void

function listenAll(database: Database, listeners: ReadonlySet<Listener>, tell: Tell) {
  const heard = (said: string) => {
    const ending = readJson(Ending, said)
    const announcement = readJson(Announcement, said)
    if (ending) endStreams(listeners, ending.endedSession)
    else if (announcement) pass(announcement, listeners, tell)
  }
  const missed = () => {
    for (const listener of listeners) {
      tell(listener, eventText(missedSome.name, {}))
      void endUnlessSignedIn(listener)
    }
  }
  return database.listen(channel, heard, missed)
}

/** Another version, or another program, may say what we cannot read: that is no reason to fall. */
function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** In doubt it ends: the screen comes back, and is asked who it is. */
async function endUnlessSignedIn({ response, isSignedIn }: Listener): Promise<void> {
  if (!(await isSignedIn().catch(() => false))) response.end()
}

function endStreams(listeners: ReadonlySet<Listener>, sessionId: string): void {
  for (const { who, response } of listeners) if (who.sessionId === sessionId) response.end()
}

/** Passes an announcement on to whom it concerns. */
function pass(
  { name, electionId, ngoId, payload }: z.output<typeof Announcement>,
  listeners: ReadonlySet<Listener>,
  tell: Tell,
): void {
  const text = eventText(name, payload)
  for (const listener of listeners) {
    const { scope } = listener.who
    const isTheirs = ngoId === null || scope.ngoId === null || scope.ngoId === ngoId
    if (isTheirs && scope.electionId === electionId) tell(listener, text)
  }
}
