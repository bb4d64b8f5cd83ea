import type { Finding } from '../trace.ts'

/** The number of deadlocks a database reports, polled; after a crash it starts at zero. */
export function nobodyWaitsInCircles(totals: readonly number[]): Finding[] {
  const grown = totals.map((now, nth) => {
    const before = totals[nth - 1] ?? 0
    return now < before ? now : now - before
  })
  const count = grown.reduce((sum, one) => sum + one, 0)
  if (count === 0) return []
  return [{ oracle: 'nobody waits in a circle', what: `${count} deadlocks`, about: [] }]
}
