import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type * as z from 'zod'
import { eventsMissed, type LiveEvent, liveStream } from '#kit/contract/live.ts'
import { send } from './api.ts'
import { pageBeganAt, serverNow } from './clock.ts'

type LiveListener = (payload: unknown) => void
export type LiveState = 'connecting' | 'live' | 'reconnecting'

/** Heartbeat timeout: the server sends something every 15 s. */
const silenceMs = 40_000
const shortestWaitMs = 500
const longestWaitMs = 10_000
/**
 * A screen that has just loaded and must refetch everything waits until it is drawn: on a slow connection the
 * refetch would delay the first screen.
 */
const firstReadMs = 3000

const listeners = new Map<string, Set<LiveListener>>()
const watchers = new Set<() => void>()
let state: LiveState = 'connecting'
let heardAt: number | undefined

/** Subscribes `heard` to an event of the server; returns how to unsubscribe. */
export function listen<E extends LiveEvent>(
  event: E,
  heard: (payload: z.output<E['payload']>) => void,
): () => void {
  const listener: LiveListener = (announcement) => {
    const payload = event.payload.safeParse(announcement)
    if (payload.success) heard(payload.data as z.output<E['payload']>)
  }
  const those = listeners.get(event.name) ?? new Set()
  listeners.set(event.name, those.add(listener))
  return () => {
    those.delete(listener)
  }
}

/**
 * Runs `heard` whenever the server announces this event, for as long as the component is mounted. Each feature
 * declares which queries the event invalidates (`changes` in its `feature.ts`).
 */
export function useLive<E extends LiveEvent>(
  event: E,
  heard: (payload: z.output<E['payload']>) => void,
): void {
  const onAnnouncement = useEffectEvent(heard)
  useEffect(() => listen(event, (payload) => onAnnouncement(payload)), [event])
}

/** Connection state of the event stream. */
export const useLiveState = (): LiveState => useSyncExternalStore(watch, () => state)

/** When the server was last heard of, in its time, while the stream is lost; it changes only as that does. */
export const useLostSince = (): number | undefined =>
  useSyncExternalStore(watch, () => (state === 'reconnecting' ? heardAt : undefined))

type StreamActs = {
  /** Unknown events may have been missed. */
  readonly missed: () => void
  /** The stream is open, again or for the first time. */
  readonly opened: () => void
}

/**
 * Keeps the stream open until the returned function is called. The server first replays events since the page loaded
 * or the stream was lost; `missed` runs when it cannot.
 */
export function openLive(acts: StreamActs): () => void {
  const end = new AbortController()
  void keepOpen(acts, end.signal)
  return () => {
    end.abort()
    become('connecting')
  }
}

async function keepOpen({ missed, opened }: StreamActs, ended: AbortSignal): Promise<void> {
  let failures = 0
  let since: number | undefined
  let missedNow: () => void = () =>
    void patience(firstReadMs, ended).then(() => {
      if (!ended.aborted) missed()
    })
  while (!ended.aborted) {
    const { wasHeard, last } = await listenOnce(since, { missed: missedNow, opened }, ended)
    if (ended.aborted) return
    if (wasHeard) missedNow = missed
    since = last ?? since
    failures = wasHeard ? 0 : failures + 1
    become('reconnecting')
    await patience(Math.min(shortestWaitMs * 2 ** failures, longestWaitMs), ended)
  }
}

/**
 * Returns whether the stream opened, and the server's time of its last event; it has ended when this returns.
 */
async function listenOnce(
  lastBefore: number | undefined,
  { missed, opened }: StreamActs,
  ended: AbortSignal,
): Promise<{ wasHeard: boolean; last: number | undefined }> {
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  let timer = setTimeout(giveUp, silenceMs)
  // A lost network does not close a connection: it would only be silent.
  window.addEventListener('offline', giveUp)
  let wasHeard = false
  let last: number | undefined
  try {
    const signal = AbortSignal.any([ended, silence.signal])
    const since = lastBefore ?? (await pageBeganAt(firstReadMs))
    const { ok, body } = await send(liveStream, { query: { since } }, signal)
    if (!ok || !body) return { wasHeard, last }
    // Loaded after the first screen.
    const { createParser } = await import('eventsource-parser')
    wasHeard = true
    heardAt = serverNow()
    become('live')
    opened()
    if (since === undefined) missed()
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        last = id ? Number(id) : last
        dispatch(event, data, missed)
      },
    })
    for await (const text of textOf(body)) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silenceMs)
      heardAt = serverNow()
      parser.feed(text)
    }
  } catch {
    // Broken off; the caller reopens it.
  } finally {
    clearTimeout(timer)
    window.removeEventListener('offline', giveUp)
  }
  return { wasHeard, last }
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

function dispatch(name: string | undefined, data: string, missed: () => void): void {
  if (name === eventsMissed.name) missed()
  const those = listeners.get(name ?? '')
  if (!those || those.size === 0) return
  const payload: unknown = JSON.parse(data)
  for (const heard of those) heard(payload)
}

/** Backoff delay, cut short when the network returns or the signal aborts. */
function patience(milliseconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      ended.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    window.addEventListener('online', over)
    ended.addEventListener('abort', over)
  })
}

function become(next: LiveState): void {
  state = next
  for (const heard of watchers) heard()
}

function watch(heard: () => void): () => void {
  watchers.add(heard)
  return () => watchers.delete(heard)
}

/**
 * Throttles `read` with a leading call: at once, then at most every `restMs`. A read in flight is never
 * restarted: under a storm of announcements it would otherwise never end.
 */
export function atMostEvery(restMs: number, read: () => Promise<unknown>): () => void {
  let isBusy = false
  let isAskedFor = false
  const run = async () => {
    isBusy = true
    isAskedFor = false
    const rest = new Promise((resolve) => setTimeout(resolve, restMs))
    await Promise.all([read().catch(() => undefined), rest])
    isBusy = false
    if (isAskedFor) void run()
  }
  return () => {
    isAskedFor = true
    if (!isBusy) void run()
  }
}
