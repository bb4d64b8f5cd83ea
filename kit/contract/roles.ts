import * as z from 'zod'

/** The rights of staff; an endpoint names the one it needs. */
export const rights = [
  /** Lists, reports, notes, messages and statistics. */
  'read',
  /** Placing or dismissing unplaced items. */
  'review',
  'message',
  /** Downloading files. */
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

/** The rights of each role. They do not decide which organisations' rows an account sees. */
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

/** Rights that concern every county at once, so accounts limited to some counties do not have them. */
const undivided: ReadonlySet<Right> = new Set(['recruit', 'accounts', 'set-up'])

/** The rights of a role; fewer when the account is limited to some counties. */
export const rightsOf = (role: Role, { isLimited }: { readonly isLimited: boolean }): Right[] =>
  rightsByRole[role].filter((right) => !(isLimited && undivided.has(right)))

/** The rights that remain in an archived election: they change nothing. */
const reading: readonly Right[] = ['read', 'export', 'history']
export const isReading = (right: Right): boolean => reading.includes(right)

/** The roles that have a right, without limits. */
export const rolesWith = (right: Right) =>
  roles.filter((role) => rightsOf(role, { isLimited: false }).includes(right))
