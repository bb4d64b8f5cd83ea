/** Who waits for what there is only so much of, and for how long the first of them has. */
export class WaitTimes {
  readonly #since = new Map<object, number>()

  begin(who: object): void {
    this.#since.set(who, performance.now())
  }

  end(who: object): void {
    this.#since.delete(who)
  }

  /** How long whoever came first has waited, in milliseconds; 0 when nobody does. */
  longestMs(): number {
    // A Map keeps the order in which its keys came.
    const [first] = this.#since.values()
    return first === undefined ? 0 : performance.now() - first
  }
}
