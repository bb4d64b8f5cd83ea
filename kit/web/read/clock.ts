/** Tolerated clock skew, in milliseconds: replies take a while, and `Date` has whole seconds. */
const toleranceMs = 10_000

let aheadMs = 0
/**
 * The server's time in the last reply, and when that was by the monotonic clock, which may only stand still.
 */
let heard: { readonly date: number; readonly at: number } | undefined
const listeners = new Set<() => void>()

/** Synchronises with the server's clock by the `Date` header of a reply that has just arrived. */
export function syncClock({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  const [thought, reached] = [aheadMs, reachedByServer()]
  const ahead = Date.now() - date
  aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0
  heard = { date, at: performance.now() }
  const isOther = reached === undefined || Math.abs(date - reached) > toleranceMs
  if (isOther || Math.abs(aheadMs - thought) > toleranceMs)
    for (const changed of listeners) changed()
}

/** Subscribes to corrections of the clock skew. */
export function onClockChange(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The earliest server time at which this page can have begun, from a reply. */
let began: number | undefined
let resolveBegan: (() => void) | undefined
const isBegun = new Promise<void>((resolve) => {
  resolveBegan = resolve
})

/** Takes the server's time from a reply's `date`, however old the reply is. */
export function hearBeginning(date: string | null | undefined): void {
  const sentAt = Date.parse(date ?? '')
  // It was sent after the page began, and is now longer ago than the page's age.
  if (Number.isNaN(sentAt) || began !== undefined) return
  began = Math.floor(sentAt - performance.now())
  resolveBegan?.()
}

/**
 * The server time before anything on this page was read, as soon as a reply has arrived; undefined where none
 * has within so many milliseconds.
 */
export async function pageBeganAt(withinMs: number): Promise<number | undefined> {
  await Promise.race([isBegun, new Promise((resolve) => setTimeout(resolve, withinMs))])
  return began
}

/** Server time, corrected for clock skew: a laptop may be an hour late. */
export const serverNow = (): number => Date.now() - aheadMs

/**
 * A server time that has certainly passed, independently of this machine's clock; undefined before the first
 * reply. While a machine sleeps it may stand still.
 */
export const reachedByServer = (): number | undefined =>
  heard && heard.date + performance.now() - heard.at
