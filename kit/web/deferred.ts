import { type ComponentType, lazy } from 'react'

const firstPauseMs = 300
const longestPauseMs = 10_000

/** For how long, in milliseconds, a page that never rests keeps from loading what comes after it. */
const longestRestlessMs = 3000

/**
 * A part of a page that is loaded when the page stands there already. Where it cannot be loaded it
 * is tried again until it can: a page must not fall with what it can do without.
 */
export const deferred = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadDeferred(load) }))

/** The same of what is no part of a page. */
export async function loadDeferred<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  await idle()
  return retryForever(load)
}

/**
 * Resolves when the page has drawn what it is drawing. What came in meanwhile would be read and run
 * between two steps of that, on a slow machine for longer than the drawing itself.
 */
const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has no word for it.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: longestRestlessMs })
  })

async function retryForever<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
