/** So far from the server's a clock may be and count as right: replies take a while, and say seconds. */
const toleranceMs = 10_000

let aheadMs = 0
const listeners = new Set<() => void>()

/** Hears from a reply that has just come how far this machine's clock is from the server's. */
export function hearClock({ headers }: Response): void {
  const ahead = Date.now() - Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(ahead)) return
  const thought = aheadMs
  aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0
  if (Math.abs(aheadMs - thought) > toleranceMs) for (const changed of listeners) changed()
}

/** Calls whenever the server's clock turns out to be another than was thought. */
export function onClockChange(changed: () => void): void {
  listeners.add(changed)
}

/** What time it is for the server, whose moments are shown: a laptop may be an hour late. */
export const serverNow = (): number => Date.now() - aheadMs
