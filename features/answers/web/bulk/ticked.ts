import { useSyncExternalStore } from 'react'
import { mostReviewed } from '#features/reviews/contract.ts'
import type { ListedThread } from '../../contract.ts'
import { keyOf } from '../arrivals.ts'

/** The ticked reports, as they were shown when they were ticked. */
export type Ticked = ReadonlyMap<string, ListedThread>

let ticked: Ticked = new Map()
const listeners = new Set<() => void>()

const keep = (next: Ticked): void => {
  ticked = next
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const useTicked = (): Ticked => useSyncExternalStore(subscribe, () => ticked)

export const tick = (threads: readonly ListedThread[], isOn: boolean): void => {
  const next = new Map(ticked)
  for (const thread of threads)
    if (!isOn) next.delete(keyOf(thread))
    else if (next.size < mostReviewed) next.set(keyOf(thread), thread)
  keep(next)
}

export const untickAll = (): void => keep(new Map())
