import { type ComponentType, lazy } from 'react'

const firstPauseMs = 300
const longestPauseMs = 10_000

/**
 * A part of a page that is loaded when the page stands there already. Where it cannot be loaded it
 * is tried again until it can: a page must not fall with what it can do without.
 */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await persist(load) }))

async function persist<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
