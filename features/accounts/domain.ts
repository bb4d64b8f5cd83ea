/** How long a deleted account can be restored, in seconds; then it is erased. */
export const keptSeconds = 86_400

export const keptSince = (now: Date): Date => new Date(now.getTime() - keptSeconds * 1000)
