import { useSyncExternalStore } from 'react'

/** Unsaved input on screen. */
type Work = {
  /** Its name for the user. */
  readonly name: string
  /** This browser restores it when its page is opened the next time. */
  readonly isKept: boolean
}

/** All of it; each entry by its component. */
const unsaved = new Set<Work>()
const watchers = new Set<() => void>()

/** What would be lost by leaving this page. */
export const unsavedWork = (): readonly Work[] => [...unsaved]

/** Whether anything would be lost by leaving this page. */
export const hasUnsavedWork = (): boolean => unsaved.size > 0

/** Registers unsaved input, until the returned function is called. */
export function haveUnsavedWork(work: Work): () => void {
  const own = { ...work }
  unsaved.add(own)
  notify()
  return () => {
    unsaved.delete(own)
    notify()
  }
}

/** Whether the page has unsaved work, for a screen that waits until it has none. */
export const useHasUnsavedWork = (): boolean => useSyncExternalStore(watch, hasUnsavedWork)

function notify(): void {
  for (const changed of watchers) changed()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
