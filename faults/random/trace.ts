/** One call as it was made, for whoever has to find out what happened. */
export type Entry = {
  readonly client: string
  readonly call: string
  /** What it was about, such as `observer 12`, `form 3`, `station CJ/CJ1/2`. */
  readonly about: readonly string[]
  readonly said: string
  readonly from: number
  readonly to: number
  readonly outcome: string
}

/** Something that must not be, and what it is about. */
export type Finding = {
  readonly oracle: string
  readonly what: string
  readonly about: readonly string[]
}

/** How much of what a call said is kept. */
const longest = 1200

/** All calls of a run, by what they were about. */
export class Trace {
  readonly #entries: Entry[] = []
  readonly findings: Finding[] = []

  add(entry: Entry): void {
    const said = entry.said.length > longest ? `${entry.said.slice(0, longest)}…` : entry.said
    this.#entries.push({ ...entry, said })
  }

  find(finding: Finding): void {
    this.findings.push(finding)
  }

  /** How often each call came to what, the first of each call's outcomes being that it was done. */
  outcomes(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const calls = new Map<string, Map<string, number>>()
    for (const { call, outcome } of this.#entries) {
      const outcomes = calls.get(call) ?? new Map([['done', 0]])
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      calls.set(call, outcomes)
    }
    return calls
  }

  /** All calls that were about all of these, in the order in which they were begun. */
  of(about: readonly string[]): readonly Entry[] {
    return this.#entries
      .filter((entry) => about.every((one) => entry.about.includes(one)))
      .sort((one, other) => one.from - other.from)
  }
}

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23)

export const written = ({ client, call, said, from, to, outcome }: Entry): string =>
  `  ${clock(from)}–${clock(to)} ${client} ${call} → ${outcome}\n      ${said}`
