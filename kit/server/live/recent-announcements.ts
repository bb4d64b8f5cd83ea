/**
 * How many are kept: enough for the seconds that a page takes to load, and for a quiet night of a sleeping
 * machine.
 */
const mostKept = 1000
/** The clocks of two of our machines are never further apart, in milliseconds. */
const clocksApartMs = 2000

/**
 * Replay buffer of recent announcements, for a screen whose stream opens a while after it has read what it
 * shows, or reconnects: so it refetches only what may have changed meanwhile.
 */
export class RecentAnnouncements {
  readonly #kept: { readonly heardAt: number; readonly announcement: string }[] = []
  /** Up to this moment the record of events is incomplete. */
  #unknownUntil: number

  /** @param now milliseconds since 1970 by this machine's clock, as everywhere here */
  constructor(now: number) {
    this.#unknownUntil = now
  }

  add(announcement: string, now: number): void {
    // A clock that is set back must not make an event look earlier than it was.
    this.#kept.push({ heardAt: Math.max(now, this.#kept.at(-1)?.heardAt ?? 0), announcement })
    if (this.#kept.length > mostKept) this.#unknownUntil = this.#kept.shift()?.heardAt ?? now
  }

  /** Listening starts again here; earlier events may have been missed. */
  forget(now: number): void {
    this.#kept.length = 0
    this.#unknownUntil = now
  }

  /** All events since that moment, and maybe some earlier ones; undefined where that is not known. */
  since(moment: number): readonly string[] | undefined {
    const from = moment - clocksApartMs
    if (from <= this.#unknownUntil) return undefined
    return this.#kept
      .filter(({ heardAt }) => heardAt >= from)
      .map(({ announcement }) => announcement)
  }
}
