import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export type Listening = { stop(): Promise<void> }

type ListenOptions = {
  readonly url: string
  readonly channel: string
  heard(payload: string): void
  /** Hears of each return: what was announced meanwhile was not heard. */
  missed(): void
  onError(error: unknown): void
  /** The database has not answered for so long that nobody should wait for it any more. */
  onSilence(): void
}

/** How often we ask whether the database is still there, and how long it may take to say so. */
const askEveryMs = 2000
const answerMs = 8000

/**
 * Hears every `pg_notify` on the channel. LISTEN belongs to one connection, so it cannot share a
 * pool's. A machine that is gone says nothing, and the network would let us wait for a quarter of an
 * hour: so we ask.
 */
export async function listenOn(options: ListenOptions): Promise<Listening> {
  const { missed } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let client: pg.Client | undefined
  const tell = (error: unknown) => {
    options.onError(error)
    if (isSilence(error)) options.onSilence()
  }
  /** Resolves when it listens, with a promise of the moment when it no longer does. */
  const connect = async () => {
    const next = openClient(options)
    client = next
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    void keepAsking(next, ended, tell)
    return { ended }
  }
  let current = await connect()
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
        tell(error)
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

function openClient({ url, heard, onError }: ListenOptions): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: answerMs,
  })
  client.on('error', onError)
  client.on('notification', ({ payload }) => heard(payload ?? ''))
  return client
}

/** Asks until the connection ends, and ends it itself when there is no answer. */
async function keepAsking(
  client: pg.Client,
  ended: Promise<void>,
  tell: (error: unknown) => void,
): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  void ended.then(() => over.abort())
  while (!signal.aborted) {
    await wait(askEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await client.query('select 1').catch((error: unknown) => {
      // Ended from the other side: that is heard of elsewhere.
      if (!isSilence(error)) return
      tell(error)
      void client.end()
    })
  }
}

/** As the driver words it: of a question, and of a connection that does not come about. */
const isSilence = (error: unknown) =>
  error instanceof Error && /Query read timeout|timeout expired/.test(error.message)
