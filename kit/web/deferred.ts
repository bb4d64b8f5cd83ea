import { type ComponentType, lazy } from 'react'

const firstPauseMs = 300
const longestPauseMs = 10_000
/** After how long it is late, even if nothing failed: the request hangs. */
export const lateMs = 10_000

/** How long a busy page delays loading deferred parts, in milliseconds. */
const longestRestlessMs = 3000

/**
 * A part of a page that is loaded once the page is drawn. If loading fails it is retried until it succeeds: a
 * page must not fail because of an optional part.
 */
export const deferred = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadDeferred(load) }))

/**
 * The same for what is no part of a page.
 * @param onLate is called, possibly more than once, when it does not come or cannot be had; it may still come
 */
export async function loadDeferred<Loaded>(
  load: () => Promise<Loaded>,
  onLate: () => void = () => undefined,
): Promise<Loaded> {
  const loadIdly = async () => {
    await idle()
    return retryForever(load, onLate)
  }
  return noticeWhenLate(loadIdly(), onLate)
}

/** @param onLate is called when it hangs; it may still come */
export async function noticeWhenLate<Loaded>(
  loading: Promise<Loaded>,
  onLate: () => void,
): Promise<Loaded> {
  const late = setTimeout(onLate, lateMs)
  try {
    return await loading
  } finally {
    clearTimeout(late)
  }
}

/**
 * Resolves when the page has finished drawing. Anything loaded meanwhile would be parsed and run between two
 * steps of that, on a slow machine for longer than the drawing itself.
 */
const idle = () =>
  new Promise<void>((resolve) => {
    // Safari does not support it.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: longestRestlessMs })
  })

async function retryForever<Loaded>(
  load: () => Promise<Loaded>,
  onLate: () => void,
): Promise<Loaded> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await load()
    } catch {
      // The first failure may be temporary, so only later ones are reported.
      if (pauseMs > firstPauseMs) onLate()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
