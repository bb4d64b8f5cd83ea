import type { Copy } from './copy.ts'
import type { Endpoint } from './endpoint.ts'
import type { LiveEvent } from './live.ts'

/** What is no longer as it was read once something was announced. */
export type Invalidation = {
  readonly event: LiveEvent
  /** Everything read from these endpoints, but what names another observer, station or task. */
  readonly touches: readonly Endpoint[]
  /**
   * What is on screen is read again at once, and then at most this often, in milliseconds. Without it,
   * it is read again when somebody comes back to it.
   */
  readonly restMs?: number
}

/** Sentences by what they stand for. */
export type Words = Readonly<Record<string, Copy>>

/** What a feature says of itself to both sides; `apps` folds over all of them. */
export type Feature = {
  /** As its folder is called. */
  readonly name: string
  /** Its calls, by the name under which the API document has them. */
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
  /** What announcements make old, its own and those of features before it: whoever knows both says it. */
  readonly changes?: readonly Invalidation[]
  /** What history calls the acts that it records, what they are done to, and what stands in them. */
  readonly acts?: Words
  readonly subjects?: Words
  readonly fields?: Words
}
