/** How long an account that was deleted can be brought back, in seconds; then nothing of it is kept. */
export const keptSeconds = 86_400

/** Since when an account must have been deleted that can still be brought back. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptSeconds * 1000)
