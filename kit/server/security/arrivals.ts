import { LRUCache } from 'lru-cache'

/** For how long an arrival counts: at least so long, and at most twice, in milliseconds. */
const spanMs = 15 * 60_000

type NetworkSignIns = {
  readonly since: number
  readonly accounts: Set<string>
  /** How many there were in the span before. */
  readonly before: number
}

/** How many accounts got in from a network lately, as this process saw it. */
export type Arrivals = {
  note(network: string, account: string, now: Date): void
  count(network: string, now: Date): number
}

/**
 * Different accounts, not sign-ins: whoever has one account cannot make a network trusted by signing in again
 * and again. In memory, because thousands share a carrier's address, and a row of it would be a turnstile.
 */
export function openArrivals(): Arrivals {
  const networks = new LRUCache<string, NetworkSignIns>({ max: 10_000 })
  /** What was seen of a network, as it counts at this moment. */
  const seenAt = (network: string, now: Date): NetworkSignIns => {
    const moment = now.getTime()
    const seen = networks.get(network)
    if (seen && moment - seen.since < spanMs) return seen
    const before = seen && moment - seen.since < 2 * spanMs ? seen.accounts.size : 0
    return { since: moment, accounts: new Set<string>(), before }
  }
  return {
    note: (network, account, now) => {
      const seen = seenAt(network, now)
      seen.accounts.add(account)
      networks.set(network, seen)
    },
    // Keeps nothing: whoever comes from ten thousand networks would push those out that many get in from.
    count: (network, now) => {
      const { accounts, before } = seenAt(network, now)
      return accounts.size + before
    },
  }
}
