import type { LinkProps } from '@tanstack/react-router'
import type { Copy } from '#kit/contract/copy.ts'
import { say } from './copy.ts'

/** A place to go: the addresses that begin like `within` belong to it. */
export type Way = {
  readonly target: Pick<LinkProps, 'to' | 'search'>
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
    label: say.notifications,
    within: /^\/notifications/,
    letter: 'n',
  },
]

/** The pages of the settings; the last is the organisers' alone. */
export const settings = [
  { to: '/settings/unplaced', label: say.unplaced, isForAll: true },
  { to: '/settings/accounts', label: say.accounts, isForAll: true },
  { to: '/settings/history', label: say.history, isForAll: true },
  { to: '/settings/elections', label: say.elections, isForAll: false },
] as const
