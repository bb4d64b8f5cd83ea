import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isFull } from '../failure.ts'
import { connectionTo, isSilence } from './connection.ts'

export type Listening = { stop(): Promise<void> }

type ListenOptions = {
  readonly url: string
  /** The connection's name in PostgreSQL's lists. */
  readonly name: string
  readonly channel: string
  heard(payload: string): void
  /** A notification there triggers a query at once. */
  readonly askingChannel: string
  /** Called after each reconnection: notifications meanwhile were missed. */
  missed(): void
  onError(error: unknown): void
  /** The database has been silent for longer than anyone should wait. */
  onSilence(): void
  /** Queries it now and then, which also shows whether it is there. */
  ask(client: pg.ClientBase): Promise<unknown>
}

/** Heartbeat: its interval, and its timeout. */
const askEveryMs = 2000
const answerMs = 8000
/** How long a start waits until others have given up excess connections. */
const fullMs = 20_000

/**
 * Subscribes to `pg_notify` on a channel. LISTEN belongs to one connection, so it cannot share a pool's. A
 * machine that is gone sends nothing, and the network would let us wait for a quarter of an hour: hence the
 * heartbeat.
 */
export async function listenOn(options: ListenOptions): Promise<Listening> {
  const { missed } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let client: pg.Client | undefined
  const report = (error: unknown) => {
    options.onError(error)
    if (isSilence(error)) options.onSilence()
  }
  /** Resolves when it listens, with a promise of when that ends. */
  const connect = async () => {
    const next = openClient(options)
    client = next
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(options.askingChannel)}`)
      await options.ask(next)
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    void keepAsking(next, ended, options, report)
    return { ended }
  }
  const from = performance.now()
  const connectFirst = async (): ReturnType<typeof connect> => {
    try {
      return await connect()
    } catch (error) {
      if (!isFull(error) || performance.now() - from > fullMs) throw error
      await wait(300)
      return connectFirst()
    }
  }
  let current = await connectFirst()
  // One loop, so that there is one connection however an attempt fails.
  const keepListening = async () => {
    while (!signal.aborted) {
      await current.ended
      await wait(300, undefined, { signal }).catch(() => undefined)
      try {
        if (signal.aborted) return
        current = await connect()
        missed()
      } catch (error) {
        report(error)
      }
    }
  }
  const loop = keepListening()
  return {
    stop: async () => {
      stopping.abort()
      await client?.end()
      await loop
    },
  }
}

function openClient({ url, name, channel, heard, ask, onError }: ListenOptions): pg.Client {
  const client = new pg.Client({
    ...connectionTo(url, {}, name),
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: answerMs,
  })
  client.on('error', onError)
  client.on('notification', (notification) => {
    if (notification.channel === channel) heard(notification.payload ?? '')
    // If this fails, it is repeated soon.
    else void ask(client).catch(() => undefined)
  })
  return client
}

/** Sends heartbeats until the connection ends, and closes it when there is no response. */
async function keepAsking(
  client: pg.Client,
  ended: Promise<void>,
  { ask }: ListenOptions,
  report: (error: unknown) => void,
): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  void ended.then(() => over.abort())
  while (!signal.aborted) {
    await wait(askEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await ask(client).catch((error: unknown) => {
      // Closed by the other side: handled elsewhere.
      if (!isSilence(error)) return
      report(error)
      void client.end()
    })
  }
}
