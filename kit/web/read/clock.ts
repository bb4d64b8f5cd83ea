/** Tolerated clock skew, in milliseconds: replies take a while, and `Date` has whole seconds. */
const toleranceMs = 10_000

let aheadMs = 0
/** What the last reply said, and when that was by a clock that nobody sets, and that may only stand still. */
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

/** The earliest that the server's clock can have shown when this page began, by a reply that has come. */
let began: number | undefined
let tellBegan: (() => void) | undefined
const isBegun = new Promise<void>((resolve) => {
  tellBegan = resolve
})

/** Hears what a reply said of the server's time, in the words of its `date`, however long it lay there since. */
export function hearBeginning(date: string | null | undefined): void {
  const said = Date.parse(date ?? '')
  // Said after the page began, and by now longer ago than the page is old.
  if (Number.isNaN(said) || began !== undefined) return
  began = Math.floor(said - performance.now())
  tellBegan?.()
}

/**
 * When everything on this page was read after, by the server's clock, as soon as a reply has come; undefined
 * where none has within so many milliseconds.
 */
export async function pageBeganAt(withinMs: number): Promise<number | undefined> {
  await Promise.race([isBegun, new Promise((resolve) => setTimeout(resolve, withinMs))])
  return began
}

/** Server time, corrected for clock skew: a laptop may be an hour late. */
export const serverNow = (): number => Date.now() - aheadMs

/**
 * The moment that the server's clock has reached for certain, however this machine's is set and whoever
 * sets it meanwhile; undefined until a reply has said it. While a machine sleeps it may stand still.
 */
export const reachedByServer = (): number | undefined =>
  heard && heard.date + performance.now() - heard.at
