import type { StationDraft } from '#features/places/row-domain.ts'
import { groupBy } from '#kit/contract/group.ts'
import { type RandomSource, seededRandom } from '../rehearsal.ts'
import { type Day, hoursIn } from './clock.ts'

/** One observer's part of the plan; observers and stations by their place in the lists. */
export type Duty = {
  readonly observer: number
  /** In their order; several for a team that goes from station to station, as long at each. */
  readonly stations: readonly number[]
  readonly from: Date
  readonly until: Date
  /** Whether another observer, who came first, is at the station at the same time. */
  readonly isSecond: boolean
}

/** A station of a duty, with its hours. */
export type Shift = Pick<Duty, 'observer' | 'from' | 'until'> & { readonly station: number }

export function shiftsOf({ observer, stations, from, until }: Duty): Shift[] {
  const each = (until.getTime() - from.getTime()) / stations.length
  return stations.map((station, index) => ({
    ...{ observer, station },
    from: new Date(from.getTime() + index * each),
    until: new Date(from.getTime() + (index + 1) * each),
  }))
}

/** How many of the last observers are guests from abroad, who fill in a separate form. */
export const guests = 12

type Person = { readonly observer: number; readonly county: readonly number[] }

/** The plan: the station and hours of each observer. Some observers have no station yet. */
export function makeRoster(
  observers: number,
  stations: readonly StationDraft[],
  day: Day,
): readonly Duty[] {
  const chance = seededRandom(7)
  const counties = [
    ...groupBy(
      stations.map((_, index) => index),
      (index) => stations[index]?.areaCode ?? '',
    ).values(),
  ]
  const people = assignCounties(observers, counties)
  return [...groupBy(people, ({ county }) => county).values()].flatMap((own) =>
    dutiesOf(own, { stations, day, chance }),
  )
}

/** As many observers for each county as it has stations, by their share. */
function assignCounties(observers: number, counties: readonly (readonly number[])[]): Person[] {
  const all = counties.reduce((sum, { length }) => sum + length, 0)
  const people: Person[] = []
  let reached = 0
  for (const county of counties) {
    reached += county.length
    const until = Math.round((observers * reached) / all)
    for (let observer = people.length; observer < until; observer++)
      people.push({ observer, county })
  }
  return people
}

type Setting = {
  readonly stations: readonly StationDraft[]
  readonly day: Day
  readonly chance: RandomSource
}

/** Free stations of a county, and duties that another observer could join or relieve. */
type Filling = {
  readonly setting: Setting
  readonly free: Set<number>
  /** Stays all day at a station, alone so far. */
  alone?: Duty | undefined
  /** Goes home at noon. */
  relieved?: Duty | undefined
}

/** The duties in a county; two begin at the same station only if intended. */
function dutiesOf(people: readonly Person[], setting: Setting): Duty[] {
  const filling: Filling = { setting, free: new Set(people[0]?.county) }
  return people.flatMap(({ observer }) => nextDuty(observer, filling) ?? [])
}

/** Undefined for an observer in reserve. */
function nextDuty(observer: number, filling: Filling): Duty | undefined {
  const { day, chance, stations } = filling.setting
  const whole = { from: hoursIn(day, -0.5), until: hoursIn(day, 17.5) }
  const { alone, relieved } = filling
  filling.alone = undefined
  filling.relieved = undefined
  const drawn = chance()
  const own = { observer, isSecond: false }
  if (relieved) return { ...own, ...whole, from: hoursIn(day, 7), stations: relieved.stations }
  if (drawn < 0.04) return undefined
  if (drawn < 0.18 && alone) return { ...own, ...whole, stations: alone.stations, isSecond: true }
  const first = takeStation(filling)
  if (drawn < 0.27) return { ...own, ...whole, stations: routeFrom(first, filling.free, stations) }
  const isMorning = drawn < 0.37
  const duty = { ...own, ...whole, stations: [first], ...(isMorning && { until: hoursIn(day, 8) }) }
  if (isMorning) filling.relieved = duty
  else filling.alone = duty
  return duty
}

/** Takes a free station; towns are likelier, because their numbers come first. */
function takeStation({ free, setting: { chance } }: Filling): number {
  const left = [...free]
  const station = left[Math.floor(left.length * chance() ** 1.7)] ?? 0
  free.delete(station)
  return station
}

/** How many stations a team goes to. */
const stops = 4

/** A station and the nearest free ones. */
function routeFrom(first: number, free: Set<number>, stations: readonly StationDraft[]): number[] {
  const from = stations[first]
  const distance = (index: number) => {
    const { latitude = 0, longitude = 0 } = stations[index] ?? {}
    return Math.hypot(latitude - (from?.latitude ?? 0), longitude - (from?.longitude ?? 0))
  }
  const nearest = [...free].sort((one, other) => distance(one) - distance(other))
  const rest = nearest.slice(0, stops - 1)
  for (const index of rest) free.delete(index)
  return [first, ...rest]
}
