/** The outcome of a sign-in. Locked: nothing was compared. Turned away: shed. */
export const signInOutcomes = ['right', 'wrong', 'locked', 'turned-away'] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

/** The outcomes of one minute's sign-ins, as this process saw them. */
export type SignInMinute = {
  readonly minute: Date
  readonly counts: Readonly<Record<SignInOutcome, number>>
  /** The networks of failed attempts, each as a number. */
  readonly networks: readonly number[]
}

/** This process's sign-in statistics. */
export type SignIns = {
  note(outcome: SignInOutcome, network: number, now: Date): void
  /** The last minutes with sign-ins, at most two: what is written late is not lost. */
  minutes(): readonly SignInMinute[]
  /** Since the process started. */
  totals(): Readonly<Record<SignInOutcome, number>>
}

/** Beyond this the number of networks does not matter. */
const mostNetworks = 5_000
const minuteMs = 60_000

type Gathered = {
  readonly begun: number
  readonly counts: Record<SignInOutcome, number>
  readonly networks: Set<number>
}

const none = { right: 0, wrong: 0, locked: 0, 'turned-away': 0 }

export function openSignIns(): SignIns {
  const totals = { ...none }
  let minutes: Gathered[] = []
  const at = (begun: number): Gathered => {
    const last = minutes.at(-1)
    if (last?.begun === begun) return last
    const next = { begun, counts: { ...none }, networks: new Set<number>() }
    minutes = [...minutes.slice(-1), next]
    return next
  }
  return {
    note: (outcome, network, now) => {
      const { counts, networks } = at(Math.floor(now.getTime() / minuteMs) * minuteMs)
      totals[outcome] += 1
      counts[outcome] += 1
      if (outcome !== 'right' && networks.size < mostNetworks) networks.add(network)
    },
    minutes: () =>
      minutes.map(({ begun, counts, networks }) => ({
        minute: new Date(begun),
        counts,
        networks: [...networks],
      })),
    totals: () => totals,
  }
}
