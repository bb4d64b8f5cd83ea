import { useSyncExternalStore } from 'react'

/** Somebody who is asked to prove who they are, and those who wait for it. */
export type AskedToConfirm = { readonly answer: (isConfirmed: boolean) => void }

let asked: AskedToConfirm | undefined
let answered: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/**
 * Asks whoever sits there to prove who they are, over whatever page they are on; calls that come to
 * it together wait for one answer.
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

/** What is asked just now; undefined while nothing is. */
export const useAskedToConfirm = () => useSyncExternalStore(watch, () => asked)

function become(next: AskedToConfirm | undefined): void {
  asked = next
  for (const heard of listeners) heard()
}

function watch(heard: () => void): () => void {
  listeners.add(heard)
  return () => listeners.delete(heard)
}
