/** How many calls a caller may make: some at once, and then at a steady rate. */
export type Allowance = { readonly atOnce: number; readonly perSecond: number }

type Bucket = { readonly left: number; readonly at: number }

/**
 * Counts the calls of callers (token bucket), in this process.
 * @returns how many seconds the caller has to wait before this call; 0: none
 */
export function openAllowances({ atOnce, perSecond }: Allowance) {
  const buckets = new Map<number, Bucket>()
  return (caller: number, now: Date): number => {
    const at = now.getTime()
    const { left, at: since } = buckets.get(caller) ?? { left: atOnce, at }
    const refilled = Math.min(atOnce, left + (Math.max(0, at - since) / 1000) * perSecond)
    const isAllowed = refilled >= 1
    buckets.set(caller, { left: isAllowed ? refilled - 1 : refilled, at })
    return isAllowed ? 0 : Math.ceil((1 - refilled) / perSecond)
  }
}
