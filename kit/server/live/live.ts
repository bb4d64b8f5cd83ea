import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Database } from '#database/open.ts'
import { eventsMissed, type LiveEvent } from '#kit/contract/live.ts'
import { Problem } from '#kit/contract/problem.ts'
import { Announcement, channel, SessionEnded } from './announce.ts'
import { RecentAnnouncements } from './recent-announcements.ts'

const LiveMessage = z.union([Announcement, SessionEnded])

/** The receiver of a stream: which announcements concern them, and when it ends. */
export type Follower = {
  /** The session, or what else its streams end with. */
  readonly sessionId: string
  /** An expired token receives nothing more; null: it ends with its session alone. */
  readonly expiresAt: Date | null
  /** Followers with equal rights share one text. */
  readonly rights: string
  concerns(announcement: Announcement): boolean
  /** Sent in place of any announcement to followers who may only know that something changed. */
  readonly instead?: LiveEvent
  /** Whether they are still the same, with the same rights. */
  isUnchanged(): Promise<boolean>
}

type Listener = Follower & {
  readonly response: ServerResponse
  /** Set while its session is rechecked: until then nothing is sent. */
  doubt: symbol | undefined
}

/** Backpressure limit of a slow reader, in bytes: beyond it the stream is closed, and the screen reconnects. */
const mostUnread = 1_000_000
const heartbeatMs = 15_000
/** Debounce interval: in a storm, announcements within it are sent in one write; a thousand reports a second,
 * to hundreds of screens, would else be nothing but writing. The first after a calm is sent at once. */
const gatherMs = 100

export type Live = {
  readonly listeners: () => number
  /**
   * Answers with a stream of the follower's announcements, until either side ends it.
   * @param since replays what was announced since then; without it nothing is
   */
  follow(response: FastifyReply, follower: Follower, since?: number): Promise<void>
  stop(): Promise<void>
}

/**
 * The event streams of this process: one LISTEN, one open response per screen. An event is a hint; its
 * receiver refetches through the endpoints it may call.
 */
export async function openLive(database: Database, clock: () => Date): Promise<Live> {
  const listeners = new Set<Listener>()
  const send = ({ response }: Listener, text: string) => {
    // An ended one stays listed until its last bytes are gone; writing to it would throw.
    if (response.writableEnded) return
    if (response.writableLength > mostUnread) response.destroy()
    else response.write(text)
  }
  let isStopped = false
  const recent = new RecentAnnouncements(Date.now())
  const listening = await listenAll(database, { listeners, recent, send })
  const heartbeat = setInterval(() => {
    for (const listener of listeners) send(listener, ':\n\n')
  }, heartbeatMs)

  return {
    listeners: () => listeners.size,
    follow: async (response, follower, since) => {
      if (isStopped) throw new Problem('server.unavailable', { retryAfterSeconds: 2 })
      const stream = beginStream(response)
      const listener = { ...follower, response: stream, doubt: undefined }
      listeners.add(listener)
      const expiry = endAt(stream, follower.expiresAt, clock())
      stream.once('close', () => {
        clearTimeout(expiry)
        listeners.delete(listener)
      })
      // Its session may have ended, or lost rights, after it was checked and before that event could arrive
      // here.
      await endUnlessUnchanged(listener)
      // From its first byte on a screen may rely on being told.
      const replay = since === undefined ? '' : catchUpFor(follower, recent.since(since))
      send(listener, `:\n\n${replay}`)
    },
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

function beginStream(response: FastifyReply): ServerResponse {
  response.hijack()
  const stream = response.raw
  for (const [name, value] of Object.entries(response.getHeaders()))
    if (value !== undefined) stream.setHeader(name, value)
  stream.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // nginx would otherwise hold events back until its buffer is full.
    'x-accel-buffering': 'no',
  })
  stream.flushHeaders()
  return stream
}

/** A timer cannot wait longer than 24 days. */
const endAt = (stream: ServerResponse, expiresAt: Date | null, now: Date) =>
  expiresAt
    ? setTimeout(() => stream.end(), Math.min(expiresAt.getTime() - now.getTime(), 2 ** 31 - 1))
    : undefined

const eventText = (name: string, payload: unknown) =>
  `id: ${Date.now()}\nevent: ${name}\ndata: ${JSON.stringify(payload)}\n\n`

/** Replay limit: beyond so many missed announcements it is quicker to refetch everything. */
const mostReplayed = 200

/** Replay for a screen that connects or reconnects: all that it missed, or that it should refetch everything. */
function catchUpFor(follower: Follower, announced: readonly string[] | undefined): string {
  const read = announced?.map(readAnnouncement).filter((one) => one !== undefined)
  const concerning = read?.filter((one) =>
    // After an ended session the browser may be signed in with another account, in another election.
    'endedSession' in one ? one.endedSession === follower.sessionId : follower.concerns(one),
  )
  if (!concerning || concerning.length > mostReplayed) return eventText(eventsMissed.name, {})
  const announcements = concerning.flatMap((one) => ('endedSession' in one ? [] : [one]))
  const isEnded = announcements.length < concerning.length
  return (isEnded ? eventText(eventsMissed.name, {}) : '') + textFor(follower, announcements)
}

type SendToListener = (listener: Listener, text: string) => void

type Listening = {
  readonly listeners: ReadonlySet<Listener>
  readonly recent: RecentAnnouncements
  readonly send: SendToListener
}

function listenAll(database: Database, { listeners, recent, send }: Listening) {
  const say = debounced<Announcement>((announcements) => dispatch(announcements, listeners, send))
  const heard = (announcement: string) => {
    recent.add(announcement, Date.now())
    // Without listeners here, a storm of reports does not concern this process.
    if (listeners.size === 0) return
    const read = readAnnouncement(announcement)
    if (!read) return
    if ('endedSession' in read) endStreams(listeners, read.endedSession)
    else say(read)
  }
  // A loss of rights may be among the missed events: nothing is sent before all listeners are rechecked.
  // Events meanwhile are not kept, because a screen told that it missed some refetches everything.
  const missed = () => {
    recent.forget(Date.now())
    for (const listener of listeners)
      void endUnlessUnchanged(listener).then(() => send(listener, eventText(eventsMissed.name, {})))
  }
  return database.listen(channel, heard, missed)
}

/** Another version, or another program, may send what we cannot parse: that is no reason to crash. */
function readAnnouncement(text: string): z.output<typeof LiveMessage> | undefined {
  try {
    return LiveMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** In doubt it ends: the screen reconnects, and is authenticated again. */
async function endUnlessUnchanged(listener: Listener): Promise<void> {
  const question = Symbol()
  listener.doubt = question
  const isUnchanged = await listener.isUnchanged().catch(() => false)
  if (!isUnchanged) listener.response.end()
  // If rechecked meanwhile, it waits for the later result.
  else if (listener.doubt === question) listener.doubt = undefined
}

function endStreams(listeners: ReadonlySet<Listener>, sessionId: string): void {
  for (const one of listeners) if (one.sessionId === sessionId) one.response.end()
}

/** Debounces: hands on the first item at once, and those that follow soon after as one batch. */
function debounced<Item>(hand: (items: readonly Item[]) => void): (item: Item) => void {
  let waiting: Item[] = []
  let timer: NodeJS.Timeout | undefined
  const handOn = () => {
    timer = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    timer = setTimeout(handOn, gatherMs)
    hand(items)
  }
  return (item) => {
    waiting.push(item)
    if (!timer) handOn()
  }
}

/** Dispatches announcements to the listeners they concern; listeners with equal rights share one text. */
function dispatch(
  announcements: readonly Announcement[],
  listeners: ReadonlySet<Listener>,
  send: SendToListener,
): void {
  const texts = new Map<string, string>()
  for (const listener of listeners) {
    if (listener.doubt) continue
    const { rights } = listener
    const text =
      texts.get(rights) ??
      textFor(
        listener,
        announcements.filter((announcement) => listener.concerns(announcement)),
      )
    texts.set(rights, text)
    if (text) send(listener, text)
  }
}

/** The text for a follower of announcements that concern them. */
function textFor({ instead }: Follower, concerning: readonly Announcement[]): string {
  if (concerning.length === 0) return ''
  if (instead) return eventText(instead.name, {})
  return concerning.map(({ name, payload }) => eventText(name, payload)).join('')
}
