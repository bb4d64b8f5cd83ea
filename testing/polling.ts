/**
 * How long a test waits for what must come, and how often it looks, in milliseconds: a machine may
 * stall, and no test is about speed.
 */
export const pollOptions = { timeout: 30_000, interval: 20 } as const
