import { type Role, roles } from '#kit/contract/roles.ts'

/** The longest that a key works, in days. */
export const mostDays = 365
/** The number of days that the form proposes. */
export const usualDays = 90

/** How long ended keys are listed, in days. */
export const listedDays = 90

const dayMs = 86_400_000

export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs)

/** The role with fewer rights: each role has all rights of those after it. */
export const lesserRole = (one: Role, other: Role): Role =>
  roles.indexOf(one) < roles.indexOf(other) ? other : one

/** The least time between two updates of when a key was last used. */
export const usedSeconds = 60

/** How many calls a key may make to one process. */
export const allowance = { atOnce: 100, perSecond: 10 }
