import { useSyncExternalStore } from 'react'

/** A browser fires this before it lays out the page anew; some support only one of the two ways. */
let isAboutTo = false
const paper = window.matchMedia('print')
const watchers = new Set<() => void>()

/** Whether the page is being printed: paper cannot be unfolded, and does not show when it was read. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(watch, () => isAboutTo || paper.matches)

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** All watchers in one event handler: React renders after each, and would print half of the page as it was. */
function turn(is: boolean): void {
  isAboutTo = is
  for (const changed of watchers) changed()
}

window.addEventListener('beforeprint', () => turn(true))
window.addEventListener('afterprint', () => turn(false))
paper.addEventListener('change', () => turn(isAboutTo))
