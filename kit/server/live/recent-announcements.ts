/** So many are kept: enough for the seconds that a page takes to load, and for a quiet night of one asleep. */
const mostKept = 1000
/** Two of our machines' clocks are never further apart, in milliseconds. */
const clocksApartMs = 2000

/**
 * Replay buffer of recent announcements, for a screen whose stream opens a while after it has read what it
 * shows, or reconnects: so it refetches only what may have changed meanwhile.
 */
export class RecentAnnouncements {
  readonly #kept: { readonly heardAt: number; readonly said: string }[] = []
  /** Of what was announced up to then, not everything is known. */
  #unknownUntil: number

  /** @param now milliseconds since 1970 by this machine's clock, as everywhere here */
  constructor(now: number) {
    this.#unknownUntil = now
  }

  add(said: string, now: number): void {
    // A clock that is set back must not have something look as if it had been heard before it was.
    this.#kept.push({ heardAt: Math.max(now, this.#kept.at(-1)?.heardAt ?? 0), said })
    if (this.#kept.length > mostKept) this.#unknownUntil = this.#kept.shift()?.heardAt ?? now
  }

  /** From here on it hears again; what was said before may have gone by. */
  forget(now: number): void {
    this.#kept.length = 0
    this.#unknownUntil = now
  }

  /** All that was heard since that moment, and maybe some of before; undefined where that is not known. */
  since(moment: number): readonly string[] | undefined {
    const from = moment - clocksApartMs
    if (from <= this.#unknownUntil) return undefined
    return this.#kept.filter(({ heardAt }) => heardAt >= from).map(({ said }) => said)
  }
}
