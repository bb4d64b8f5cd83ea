import { useSyncExternalStore } from 'react'

/** A browser fires this before it lays out the page anew; some support only one of the two ways. */
let isAboutTo = false
let isListening = false
const watchers = new Set<() => void>()

const isPaper = () => window.matchMedia('print').matches

/** Whether the page is being printed: paper cannot be unfolded, and does not show when it was read. */
export const usePrinting = (): boolean => useSyncExternalStore(watch, () => isAboutTo || isPaper())

function watch(changed: () => void): () => void {
  if (!isListening) listen()
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** All watchers in one event handler: React renders after each, and would print half of the page as it was. */
function turn(is: boolean): void {
  isAboutTo = is
  for (const changed of watchers) changed()
}

function listen(): void {
  isListening = true
  window.addEventListener('beforeprint', () => turn(true))
  window.addEventListener('afterprint', () => turn(false))
  window.matchMedia('print').addEventListener('change', () => turn(isAboutTo))
}
