/** How long a link is valid, in seconds: one that is handed over, and one that was requested. */
export const invitationSeconds = 3 * 24 * 3600
export const forgottenSeconds = 3600

/** Rate limits for requested links: so many from one address, and one for an account in so many seconds. */
export const askingLock = { failures: 10, lockSeconds: 15 * 60 } as const
export const betweenLettersSeconds = 5 * 60

/** The address of a link. The secret is behind the #: it reaches no server, and no log. */
export const linkOf = (origin: string, account: string, token: string): string =>
  `${origin}/invitation#account=${encodeURIComponent(account)}&token=${token}`
