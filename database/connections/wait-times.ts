/** Wait times for a scarce resource: how many wait, and how long the first of them has waited. */
export class WaitTimes {
  readonly #since = new Map<object, number>()

  begin(who: object): void {
    this.#since.set(who, performance.now())
  }

  end(who: object): void {
    this.#since.delete(who)
  }

  /** How long the first has waited, in milliseconds; 0 without a queue. */
  longestMs(): number {
    // A Map keeps insertion order.
    const [first] = this.#since.values()
    return first === undefined ? 0 : performance.now() - first
  }
}
