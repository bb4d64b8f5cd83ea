import type { StationInfo } from '#features/visits/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import { isMoment, padMoment, typedMoment } from '#kit/web/moments.ts'
import type { telephone } from '../contract.ts'

export const times = ['observerArrivalTime', 'observerLeaveTime'] as const
export const flags = [
  'urbanArea',
  'isPollingStationPresidentFemale',
  'chairmanPresence',
  'singlePollingStationOrCommission',
  'adequatePollingStationSize',
] as const
export const counts = [
  'numberOfVotersOnTheList',
  'numberOfCommissionMembers',
  'numberOfFemaleMembers',
  'minPresentMembers',
] as const

type FactName = (typeof times | typeof flags | typeof counts)[number]

/** Station info as typed: times by the clock of the election, flags as `yes` or `no`; empty: not said. */
export type TypedInfo = Readonly<Record<FactName, string>>

/** A day without a time says nothing yet: the day of the election is there to begin with. */
export const isFilled = (typed: string): boolean => /\s\S/.test(typed)

export function typedInfo(info: StationInfo | null, now: Date, timezone: string): TypedInfo {
  const day = typedMoment(now, timezone).slice(0, 10)
  const time = (at: Date | null | undefined) => (at ? typedMoment(at, timezone) : day)
  const flag = (is: boolean | null | undefined) => (is === true ? 'yes' : is === false ? 'no' : '')
  const all = {
    ...Object.fromEntries(times.map((name) => [name, time(info?.[name])])),
    ...Object.fromEntries(flags.map((name) => [name, flag(info?.[name])])),
    ...Object.fromEntries(counts.map((name) => [name, String(info?.[name] ?? '')])),
  }
  return all as TypedInfo
}

/** The clocks of observers differ by so much. */
const differenceMs = 5 * 60_000

/** What is typed wrong; a time that has not come yet, too. What is stored is not. */
export const wrongIn = (
  typed: TypedInfo,
  before: TypedInfo,
  now: number,
  timezone: string,
): FactName[] => [
  ...times.filter((name) => {
    const text = typed[name]
    if (!isFilled(text) || text === before[name]) return false
    if (!isMoment(text)) return true
    return readMoment(padMoment(text), timezone, 'earlier').getTime() > now + differenceMs
  }),
  ...counts.filter((name) => !/^\s*\d{0,9}\s*$/.test(typed[name])),
]

/** What is left of a change once a part of it is stored: the clerk may type on meanwhile. */
export const unsentIn = (
  change: Partial<TypedInfo>,
  sent: Partial<TypedInfo>,
): Partial<TypedInfo> =>
  Object.fromEntries(
    Object.entries(change).filter(([name, typed]) => sent[name as FactName] !== typed),
  )

type InfoBody = Omit<CallInput<typeof telephone.inform>['body'], 'pollingStationId'>

/** The facts that differ: one that is left out stays, an empty one is cleared. */
export function changesIn(typed: TypedInfo, before: TypedInfo): InfoBody {
  const changed = (name: FactName) => typed[name].trim() !== before[name].trim()
  const time = (text: string) => (isFilled(text) ? padMoment(text) : null)
  const flag = (text: string) => (text === '' ? null : text === 'yes')
  const count = (text: string) => (text.trim() === '' ? null : Number(text))
  return Object.fromEntries([
    ...times
      .filter((name) => changed(name) && time(typed[name]) !== time(before[name]))
      .map((name) => [name, time(typed[name])]),
    ...flags.filter(changed).map((name) => [name, flag(typed[name])]),
    ...counts.filter(changed).map((name) => [name, count(typed[name])]),
  ])
}
