/** How long a deleted account can be restored, in seconds; then nothing of it is kept. */
export const keptSeconds = 86_400

/** The earliest deletion that can still be undone. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptSeconds * 1000)
