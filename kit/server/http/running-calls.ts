import { setImmediate as nextTurn } from 'node:timers/promises'

/** The calls in progress, including those whose callers have disconnected. */
export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>()

  during<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Resolves when none is running; to be waited for once no more arrive. */
  async ended(): Promise<void> {
    // A call that was just admitted has not begun yet.
    await nextTurn()
    while (this.#running.size > 0) {
      await Promise.allSettled(this.#running)
      await nextTurn()
    }
  }
}
