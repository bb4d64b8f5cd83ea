import type { PlannedRow } from '#features/assignments/domain.ts'
import { later } from '../day/clock.ts'
import { arrivalDelay, type Manner, mannerOf } from '../day/manner.ts'
import { chooseStation, pick, type RandomSource, type Station } from '../rehearsal.ts'

/** A stay at one station; moments in milliseconds, as the clock has them. */
export type Stay = {
  readonly station: Station
  readonly arrivesAt: number
  readonly until: number
  /** Whether they report that they leave. */
  readonly isLeft: boolean
}

/** What one observer does in a rehearsal: how they keep to the plan, and where they are, in order. */
export type Part = { readonly manner: Manner; readonly stays: readonly Stay[] }

/** From when to when, in milliseconds. */
export type Span = { readonly from: number; readonly until: number }

/** From the first shift's beginning to the last one's end. */
export const spanOf = (shifts: readonly PlannedRow[]): Span => ({
  from: shifts.reduce((least, { from }) => Math.min(least, from.getTime()), Infinity),
  until: shifts.reduce((most, { until }) => Math.max(most, until.getTime()), -Infinity),
})

/** When a moment of the plan is in the rehearsal. */
type Pressed = (at: Date) => number

/** Presses all hours of one span into another. */
export const press =
  (hours: Span, into: Span): Pressed =>
  (at) => {
    const share = (at.getTime() - hours.from) / (hours.until - hours.from)
    return into.from + share * (into.until - into.from)
  }

/** Observers without a planned shift stay at one random station all the time. */
export const unplannedPart = (
  stations: readonly Station[],
  { from, until }: Span,
  chance: RandomSource,
): Part => ({
  manner: 'as planned',
  stays: [{ station: chooseStation(stations, chance), arrivesAt: from, until, isLeft: false }],
})

type Setting = {
  readonly stations: readonly Station[]
  readonly pressed: Pressed
  readonly chance: RandomSource
}

/** How an observer carries out their shifts; there is at least one. */
export function plannedPart(shifts: readonly PlannedRow[], setting: Setting): Part {
  const { stations, pressed, chance } = setting
  const manner = mannerOf(chance)
  const stays = shifts.map((shift): Stay => {
    const planned = stationOf(shift, stations)
    return {
      station: manner === 'elsewhere' ? chooseOther(planned, stations, chance) : planned,
      arrivesAt: pressed(arrivalOf(shift, manner, chance)),
      until: pressed(shift.until),
      isLeft: true,
    }
  })
  return { manner, stays: manner === 'falls silent' ? untilSilent(stays, chance) : stays }
}

/** What of it there is before they fall silent, some time after they came. */
function untilSilent(stays: readonly Stay[], chance: RandomSource): Stay[] {
  const [begins, ends] = [stays[0]?.arrivesAt ?? 0, stays.at(-1)?.until ?? 0]
  const silentAt = begins + (0.2 + 0.4 * chance()) * (ends - begins)
  return stays
    .filter(({ arrivesAt }) => arrivesAt < silentAt)
    .map((stay) => (stay.until < silentAt ? stay : { ...stay, until: silentAt, isLeft: false }))
}

/** The first half of a shift is the latest: a mobile team that is late still comes. */
function arrivalOf({ from, until }: PlannedRow, manner: Manner, chance: RandomSource): Date {
  const minutes = (until.getTime() - from.getTime()) / 60_000
  return later(from, Math.min(arrivalDelay(manner, chance), minutes / 2))
}

/** A file may leave the county out where it names a municipality. */
function stationOf(shift: PlannedRow, stations: readonly Station[]): Station {
  const { municipalityCode = shift.countyCode, pollingStationNumber } = shift
  const countyCode =
    shift.countyCode ||
    (stations.find((one) => one.municipalityCode === municipalityCode)?.countyCode ?? '')
  return { countyCode, municipalityCode, pollingStationNumber }
}

/** Another one of the county; of any where the county has no other. */
function chooseOther(
  planned: Station,
  stations: readonly Station[],
  chance: RandomSource,
): Station {
  const others = stations.filter(
    ({ municipalityCode, pollingStationNumber }) =>
      municipalityCode !== planned.municipalityCode ||
      pollingStationNumber !== planned.pollingStationNumber,
  )
  const near = others.filter(({ countyCode }) => countyCode === planned.countyCode)
  return pick(near, chance) ?? pick(others, chance) ?? planned
}
