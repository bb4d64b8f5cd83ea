import type { Copy } from './copy.ts'
import type { Endpoint } from './endpoint.ts'
import type { LiveEvent } from './live.ts'

/** What becomes stale when an event is announced. */
export type Invalidation = {
  readonly event: LiveEvent
  /** Everything read from these endpoints, except what names another observer, station or task. */
  readonly touches: readonly Endpoint[]
  /**
   * What is on screen is refetched at once, and then at most this often, in milliseconds. Without it, it is
   * refetched when somebody returns to it.
   */
  readonly restMs?: number
}

/** Sentences by the word they explain. */
export type Words = Readonly<Record<string, Copy>>

/** A feature's description for both sides; `apps` folds over all of them. */
export type Feature = {
  /** As its folder is called. */
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
