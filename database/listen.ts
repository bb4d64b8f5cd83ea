import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export type Listening = { stop(): Promise<void> }

/**
 * Hears every `pg_notify` on the channel. LISTEN belongs to one connection, so it cannot share a
 * pool's.
 */
export async function listenOn(
  url: string,
  channel: string,
  heard: (payload: string) => void,
  missed: () => void,
  onError: (error: unknown) => void,
): Promise<Listening> {
  const stopping = new AbortController()
  const { signal } = stopping
  let client: pg.Client | undefined

  /** Resolves when it listens, with a promise of the moment when it no longer does. */
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    client = next
    next.on('error', onError)
    next.on('notification', ({ payload }) => heard(payload ?? ''))
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
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
        onError(error)
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
