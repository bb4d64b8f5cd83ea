import { useSyncExternalStore } from 'react'

/** A request to prove one's identity, and the callers waiting for it. */
export type PendingConfirmation = { readonly answer: (isConfirmed: boolean) => void }

let pending: PendingConfirmation | undefined
let answered: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/**
 * Asks the user to prove their identity, over whatever page they are on; concurrent calls wait for one
 * answer.
 */
export function askToConfirm(): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => {
    become({
      answer: (isConfirmed) => {
        answered = undefined
        become(undefined)
        resolve(isConfirmed)
      },
    })
  })
  return answered
}

/** The current request; undefined when there is none. */
export const usePendingConfirmation = () => useSyncExternalStore(watch, () => pending)

function become(next: PendingConfirmation | undefined): void {
  pending = next
  for (const heard of listeners) heard()
}

function watch(heard: () => void): () => void {
  listeners.add(heard)
  return () => listeners.delete(heard)
}
