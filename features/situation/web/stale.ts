import { useEffect, useState } from 'react'

/** How often it is read without anything having been announced: deadlines pass by themselves. */
export const readAgainMs = 10_000

/** After so long without a reading the figures are old. */
const staleMs = 45_000

/**
 * Whether what is on screen is old: the last reading failed, or is too long ago. Measured by a timer: a wall's clock may be
 * wrong, and be put right while it hangs there.
 */
export function useStale({
  failureReason,
  dataUpdatedAt,
}: {
  failureReason: unknown
  dataUpdatedAt: number
}): boolean {
  const [old, setOld] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setOld(dataUpdatedAt), staleMs)
    return () => clearTimeout(timer)
  }, [dataUpdatedAt])
  return failureReason !== null || old === dataUpdatedAt
}
