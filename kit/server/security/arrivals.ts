import { LRUCache } from 'lru-cache'

/** How long an arrival counts: at least this long, and at most twice, in milliseconds. */
const spanMs = 15 * 60_000

type NetworkSignIns = {
  readonly since: number
  readonly accounts: Set<string>
  /** The count of the previous span. */
  readonly before: number
}

/** How many accounts recently signed in from a network, as this process saw it. */
export type Arrivals = {
  note(network: string, account: string, now: Date): void
  count(network: string, now: Date): number
}

/**
 * Different accounts, not sign-ins: one account cannot make a network trusted by signing in again and again.
 * In memory, because thousands share a carrier's address, and one row for it would be a bottleneck.
 */
export function openArrivals(): Arrivals {
  const networks = new LRUCache<string, NetworkSignIns>({ max: 10_000 })
  /** A network's counts as of now. */
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
    // Stores nothing: a caller from ten thousand networks would evict the shared ones.
    count: (network, now) => {
      const { accounts, before } = seenAt(network, now)
      return accounts.size + before
    },
  }
}
