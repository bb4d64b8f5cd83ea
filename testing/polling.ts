/**
 * How long a test waits for an expected result, and how often it polls, in milliseconds: a machine may stall,
 * and no test is about speed.
 */
export const pollOptions = { timeout: 30_000, interval: 20 } as const
