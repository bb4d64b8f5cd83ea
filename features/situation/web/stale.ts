import { useEffect, useState } from 'react'

/** Refetches at this interval without an event, because passing deadlines have none. */
export const readAgainMs = 10_000

/** Figures are stale after this time without a successful fetch. */
const staleMs = 45_000

/**
 * Whether the figures on screen are stale: the last fetch failed or is too long ago. It uses a timer because a wall's
 * clock may be wrong and be corrected while it runs.
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
