/** Wait times for a scarce resource: who waits, and how long the first of them has waited. */
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
