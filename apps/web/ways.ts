import type { LinkProps } from '@tanstack/react-router'
import type { Copy } from '#kit/contract/copy.ts'
import type { Right } from '#kit/contract/roles.ts'
import { say } from './copy.ts'

type Target = Pick<LinkProps, 'to' | 'search'>

/** A place to go: the addresses that begin like `within` belong to it. */
export type Way = {
  readonly target: Target
  /** Where it leads whoever may only read there. */
  readonly forReaders?: Target
  readonly label: Copy
  readonly within: RegExp
  /** What leads there after `g`; the same letter in every language. */
  readonly letter: string
}

/** Where one can go, in the order of spec.md; the guide, which is elsewhere, stands before `afterGuide`. */
export const beforeGuide: readonly Way[] = [
  {
    target: { to: '/polling-stations' },
    label: say.stations,
    within: /^\/polling-stations/,
    letter: 'p',
  },
  {
    target: { to: '/answers', search: { urgente: true } },
    label: say.answers,
    within: /^\/(answers|urgents)/,
    letter: 'a',
  },
  {
    target: { to: '/statistics' },
    label: say.statistics,
    within: /^\/statistics/,
    letter: 's',
  },
  {
    target: { to: '/observatori' },
    label: say.observers,
    within: /^\/observatori/,
    letter: 'o',
  },
]
export const afterGuide: readonly Way[] = [
  {
    target: { to: '/formulare' },
    label: say.forms,
    within: /^\/formulare/,
    letter: 'f',
  },
  {
    target: { to: '/notifications' },
    forReaders: { to: '/notifications/history' },
    label: say.notifications,
    within: /^\/notifications/,
    letter: 'n',
  },
]

/** The pages of the settings, and who may open them. */
export const settings = [
  { to: '/settings/unplaced', label: say.unplaced, right: 'read' },
  { to: '/settings/accounts', label: say.accounts, right: 'accounts' },
  { to: '/settings/security', label: say.security, right: 'read' },
  { to: '/settings/history', label: say.history, right: 'history' },
  { to: '/settings/elections', label: say.elections, right: 'set-up' },
] as const satisfies readonly { to: string; label: Copy; right: Right }[]

/** Pages that not everybody may open; where one would only read without the right, it says so itself. */
const guarded: readonly (readonly [RegExp, Right])[] = [
  ...settings.map(({ to, right }) => [new RegExp(`^${to}`), right] as const),
  [/^\/observatori\/(import|profil\/new)/, 'recruit'],
  [/^\/observatori\/profil\/edit/, 'observers'],
  [/^\/notifications\/?$/, 'message'],
]

/** What one must be allowed, to open the page of an address; undefined where anybody may. */
export const rightFor = (path: string): Right | undefined =>
  guarded.find(([within]) => within.test(path))?.[1]
