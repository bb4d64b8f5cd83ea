/** How often it is read without anything having been announced: deadlines pass by themselves. */
export const readAgainMs = 10_000

/** After so long without a reading the figures are old. */
const staleMs = 45_000

/** Whether what is on screen is old, at a moment: the last reading failed, or is too long ago. */
export const isStale = (
  { failureReason, dataUpdatedAt }: { failureReason: unknown; dataUpdatedAt: number },
  now: number,
): boolean => failureReason !== null || now - dataUpdatedAt > staleMs
