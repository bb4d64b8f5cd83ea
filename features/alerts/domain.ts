import type { Subject } from '#features/comments/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import { wallClock } from '#kit/contract/value/instant.ts'

/**
 * What an account is alerted of: a comment that mentions it, a report or incident assigned to it, a passed due time of an
 * incident that it owns or that escalates to it, a severe incident.
 */
export const alertKinds = ['mention', 'assigned', 'due', 'severe'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The kinds that are also sent by email. */
export const emailedKinds: readonly AlertKind[] = ['mention', 'assigned', 'due']

/** One thing that happened, about a subject with this name. `by` is the author; empty: time alone. */
export type Alert = Subject & {
  readonly kind: AlertKind
  readonly at: Date
  readonly by: string
  readonly name: string
}

/** All alerts about one subject: `at` is the newest, `counts` are of the new ones, or of all where none is new. */
export type AlertGroup = Subject & {
  readonly name: string
  readonly at: Date
  readonly isNew: boolean
  readonly counts: { readonly kind: AlertKind; readonly count: number; readonly by: string }[]
}

/** Until when alerts are read, by the key of their subject; those about any subject under `everything`. */
export type ReadUntil = ReadonlyMap<string, Date>

export const everything = ''

export const keyOf = ({ observerId, pollingStationId, incidentId }: Subject): string =>
  incidentId === undefined
    ? [observerId, pollingStationId].map((id) => id ?? '').join('/')
    : `incident/${incidentId}`

export const isUnread =
  (readUntil: ReadUntil) =>
  (alert: Alert): boolean =>
    [everything, keyOf(alert)].every((key) => alert.at > (readUntil.get(key) ?? new Date(0)))

/** Groups alerts by subject, the newest first. */
export function groupsOf(alerts: readonly Alert[], readUntil: ReadUntil): AlertGroup[] {
  const newestFirst = alerts.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return [...groupBy(newestFirst, keyOf).values()].flatMap((some) => {
    const unread = some.filter(isUnread(readUntil))
    const isNew = unread.length > 0
    const counts = countsOf(isNew ? unread : some)
    return some.slice(0, 1).map(({ kind: _, by: _by, ...newest }) => ({ ...newest, isNew, counts }))
  })
}

const countsOf = (alerts: readonly Alert[]): AlertGroup['counts'] =>
  [...groupBy(alerts, ({ kind }) => kind)].map(([kind, some]) => ({
    ...{ kind, count: some.length, by: some[0]?.by ?? '' },
  }))

/** How many alerts are new: a second one about a subject counts as well. */
export const countNew = (groups: readonly AlertGroup[]): number =>
  groups
    .flatMap(({ isNew, counts }) => (isNew ? counts : []))
    .reduce((sum, { count }) => sum + count, 0)

export type QuietHours = { readonly from: number; readonly until: number }

/** Whether it is a quiet hour by the clock of the election. */
export function isQuiet(hours: QuietHours | null, now: Date, timezone: string): boolean {
  if (!hours) return false
  const hour = wallClock(now, timezone).getUTCHours()
  const { from, until } = hours
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}
