/** A recorded call, to explain a finding. */
export type Entry = {
  readonly client: string
  readonly call: string
  /** Its subjects, such as `observer 12`, `form 3`, `station CJ/CJ1/2`. */
  readonly about: readonly string[]
  readonly input: string
  readonly from: number
  readonly to: number
  readonly outcome: string
}

/** A violation, and its subjects. */
export type Finding = {
  readonly oracle: string
  readonly what: string
  readonly about: readonly string[]
}

/** The kept characters of a call's content. */
const longest = 1200

/** All calls of a run, by their subjects. */
export class Trace {
  readonly #entries: Entry[] = []
  readonly findings: Finding[] = []

  add(entry: Entry): void {
    const input = entry.input.length > longest ? `${entry.input.slice(0, longest)}…` : entry.input
    this.#entries.push({ ...entry, input })
  }

  find(finding: Finding): void {
    this.findings.push(finding)
  }

  /** The number of each result by call; success comes first. */
  outcomes(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const calls = new Map<string, Map<string, number>>()
    for (const { call, outcome } of this.#entries) {
      const outcomes = calls.get(call) ?? new Map([['done', 0]])
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      calls.set(call, outcomes)
    }
    return calls
  }

  /** The calls about all of these subjects, in the order in which they began. */
  of(about: readonly string[]): readonly Entry[] {
    return this.#entries
      .filter((entry) => about.every((one) => entry.about.includes(one)))
      .sort((one, other) => one.from - other.from)
  }
}

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23)

export const written = ({ client, call, input, from, to, outcome }: Entry): string =>
  `  ${clock(from)}–${clock(to)} ${client} ${call} → ${outcome}\n      ${input}`
