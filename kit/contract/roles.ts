import * as z from 'zod'

/** What somebody of the staff may, one thing after another; an endpoint names the one it needs. */
export const rights = [
  /** Lists, reports, notes, messages and statistics. */
  'read',
  /** Placing what phones sent without a place, or setting it aside. */
  'review',
  'message',
  /** Taking files away. */
  'export',
  /** Reading who did what. */
  'history',
  /** Changing observers, deleting them, resetting their pins. */
  'observers',
  /** Adding observers, one by one or from a file. */
  'recruit',
  /** The accounts of the own organisation; an organiser's, of every organisation. */
  'accounts',
  /** Elections, forms, polling stations and organisations. */
  'set-up',
] as const
export type Right = (typeof rights)[number]
export const Right = z.enum(rights)

/** What each role may. Which organisations' rows somebody sees follows from their own, not from this. */
export const rightsByRole = {
  organiser: rights,
  'ngo-administrator': [
    'read',
    'review',
    'message',
    'export',
    'history',
    'observers',
    'recruit',
    'accounts',
  ],
  reviewer: ['read', 'review', 'message', 'export', 'history'],
  guest: ['read'],
} as const satisfies Readonly<Record<string, readonly Right[]>>

export type Role = keyof typeof rightsByRole
export const roles = Object.keys(rightsByRole) as [Role, ...Role[]]
export const Role = z.enum(roles)

/** What concerns every county at once, and so is nobody's who is limited to some. */
const undivided: ReadonlySet<Right> = new Set(['recruit', 'accounts', 'set-up'])

/** What somebody of this role may; less of it when they are limited to some counties. */
export const rightsOf = (role: Role, { isLimited }: { readonly isLimited: boolean }): Right[] =>
  rightsByRole[role].filter((right) => !(isLimited && undivided.has(right)))

/** What is left to somebody in an archived election: whoever uses these leaves it as it is. */
const reading: readonly Right[] = ['read', 'export', 'history']
export const isReading = (right: Right): boolean => reading.includes(right)

/** The roles that have a right, as long as nobody is limited. */
export const rolesWith = (right: Right) =>
  roles.filter((role) => rightsOf(role, { isLimited: false }).includes(right))
