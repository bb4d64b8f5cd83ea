import type { Copy } from './copy.ts'
import type { Endpoint } from './endpoint.ts'
import type { LiveEvent } from './live.ts'

/** What becomes stale when an event is announced. */
export type Invalidation = {
  readonly event: LiveEvent
  /** Everything read from these endpoints, except replies about another observer, station or task. */
  readonly touches: readonly Endpoint[]
  /**
   * Visible data is refetched at once, and then at most once in this many milliseconds. Without it, data is refetched
   * when the user returns to it.
   */
  readonly restMs?: number
}

/** Labels by the word that they explain. */
export type Words = Readonly<Record<string, Copy>>

/** A feature's description for both sides; `apps` folds over all of them. */
export type Feature = {
  /** The name of its folder. */
  readonly name: string
  /** Its endpoints, by their name in the API document. */
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
  /**
   * What events make stale, its own and those of features before it: the feature that knows both declares it.
   */
  readonly changes?: readonly Invalidation[]
  /** The labels of its acts in history, of their subjects, and of the fields in them. */
  readonly acts?: Words
  readonly subjects?: Words
  readonly fields?: Words
}
