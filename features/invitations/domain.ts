/** How long a link holds, in seconds: one that somebody hands over, and one that was asked for. */
export const invitationSeconds = 3 * 24 * 3600
export const forgottenSeconds = 3600

/** Links that were asked for: so many from one address, and one for an account in so many seconds. */
export const askingLock = { failures: 10, lockSeconds: 15 * 60 } as const
export const betweenLettersSeconds = 5 * 60

/** Where a link leads. What it proves stands behind the #: it reaches no server, and no log. */
export const linkOf = (origin: string, account: string, token: string): string =>
  `${origin}/invitation#account=${encodeURIComponent(account)}&token=${token}`
