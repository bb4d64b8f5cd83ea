import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import type { Database } from '#database/open.ts'
import { eventsMissed, liveStream } from '#kit/contract/live.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Staff } from '#kit/contract/who.ts'
import { serveStream } from '../http/serve.ts'
import type { Server } from '../http/server.ts'
import { Announcement, channel, SessionEnded } from './announce.ts'
import { RecentAnnouncements } from './recent-announcements.ts'

const LiveMessage = z.union([Announcement, SessionEnded])

type Listener = {
  readonly who: Staff
  readonly response: ServerResponse
  isUnchanged(): Promise<boolean>
  /** Set while its session is rechecked: until then nothing is sent. */
  doubt: symbol | undefined
}

/** Backpressure limit of a slow reader, in bytes: beyond it the stream is closed, and the screen reconnects. */
const mostUnread = 1_000_000
const heartbeatMs = 15_000
/** Debounce interval: in a storm, announcements within it are sent in one write; a thousand reports a second,
 * to hundreds of screens, would else be nothing but writing. The first after a calm is sent at once. */
const gatherMs = 100

export type Live = { readonly listeners: () => number; stop(): Promise<void> }

/**
 * Serves the event stream: one LISTEN per process, one open response per screen. An event is a hint; its
 * receiver refetches through the endpoints it may call.
 */
export async function serveLive(server: Server): Promise<Live> {
  const listeners = new Set<Listener>()
  const tell = ({ response }: Listener, text: string) => {
    // An ended one stays listed until its last bytes are gone; writing to it would throw.
    if (response.writableEnded) return
    if (response.writableLength > mostUnread) response.destroy()
    else response.write(text)
  }
  let isStopped = false
  const recent = new RecentAnnouncements(Date.now())
  const listening = await listenAll(server.database, { listeners, recent, tell })
  const heartbeat = setInterval(() => {
    for (const listener of listeners) tell(listener, ':\n\n')
  }, heartbeatMs)

  serveStream(server, liveStream, async ({ who, now, query, response, isUnchanged }) => {
    if (isStopped) throw new Problem('server.unavailable', { retryAfterSeconds: 2 })
    response.hijack()
    const stream = response.raw
    const listener = { who, response: stream, isUnchanged, doubt: undefined }
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
    // An expired token receives nothing more; a timer cannot wait longer than 24 days.
    const expiry = setTimeout(
      () => stream.end(),
      Math.min(who.expiresAt.getTime() - now.getTime(), 2 ** 31 - 1),
    )
    stream.once('close', () => {
      clearTimeout(expiry)
      listeners.delete(listener)
    })
    // Its session may have ended, or lost rights, after it was checked and before that event could arrive
    // here.
    await endUnlessUnchanged(listener)
    // From its first byte on a screen may rely on being told.
    tell(
      listener,
      `:\n\n${query.since === undefined ? '' : catchUpFor(who, recent.since(query.since))}`,
    )
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
  `id: ${Date.now()}\nevent: ${name}\ndata: ${JSON.stringify(payload)}\n\n`

/** Replay limit: beyond so many missed announcements it is quicker to refetch everything. */
const mostTold = 200

/** Replay for a screen that connects or reconnects: all that it missed, or that it should refetch everything. */
function catchUpFor(who: Staff, announced: readonly string[] | undefined): string {
  const said = announced?.map(readSaid).filter((one) => one !== undefined)
  const concerning = said?.filter((one) =>
    // After an ended session the browser may be signed in as somebody else, in another election.
    'endedSession' in one ? one.endedSession === who.sessionId : concerns(one, who),
  )
  if (!concerning || concerning.length > mostTold) return eventText(eventsMissed.name, {})
  return concerning
    .map((one) =>
      'endedSession' in one ? eventText(eventsMissed.name, {}) : eventText(one.name, one.payload),
    )
    .join('')
}

type SendToListener = (listener: Listener, text: string) => void

type Listening = {
  readonly listeners: ReadonlySet<Listener>
  readonly recent: RecentAnnouncements
  readonly tell: SendToListener
}

function listenAll(database: Database, { listeners, recent, tell }: Listening) {
  const say = debounced<Announcement>((announcements) => dispatch(announcements, listeners, tell))
  const heard = (said: string) => {
    recent.add(said, Date.now())
    // While nobody listens here, a storm of reports does not concern this process.
    if (listeners.size === 0) return
    const read = readSaid(said)
    if (!read) return
    if ('endedSession' in read) endStreams(listeners, read.endedSession)
    else say(read)
  }
  // A loss of rights may be among the missed events: nobody receives anything before they were rechecked.
  // Events meanwhile are not kept, because a screen told that it missed some refetches everything.
  const missed = () => {
    recent.forget(Date.now())
    for (const listener of listeners)
      void endUnlessUnchanged(listener).then(() => tell(listener, eventText(eventsMissed.name, {})))
  }
  return database.listen(channel, heard, missed)
}

/** Another version, or another program, may send what we cannot parse: that is no reason to crash. */
function readSaid(text: string): z.output<typeof LiveMessage> | undefined {
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
  for (const { who, response } of listeners) if (who.sessionId === sessionId) response.end()
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
  tell: SendToListener,
): void {
  const texts = new Map<string, string>()
  for (const listener of listeners) {
    if (listener.doubt) continue
    const { scope, id } = listener.who
    const rights = `${scope.electionId}/${scope.ngoId}${scope.countyIds === null ? '' : `/${id}`}`
    const text =
      texts.get(rights) ??
      announcements
        .filter((said) => concerns(said, listener.who))
        .map(({ name, payload }) => eventText(name, payload))
        .join('')
    texts.set(rights, text)
    if (text) tell(listener, text)
  }
}

const concerns = (
  { electionId, ngoId, countyId, staffId }: Announcement,
  { id, scope: { countyIds, ...own } }: Staff,
): boolean =>
  electionId === own.electionId &&
  (ngoId === null || own.ngoId === null || ngoId === own.ngoId) &&
  (countyIds === null ||
    ((countyId === undefined || countyIds.some((one) => one === countyId)) &&
      (staffId === undefined || staffId === id)))
