import type { PlannedRow } from '#features/assignments/domain.ts'
import { later } from '../day/clock.ts'
import { arrivalDelay, type Manner, mannerOf } from '../day/manner.ts'
import { chooseStation, pick, type RandomSource, type Station } from '../rehearsal.ts'

/** A stay at one station; moments in milliseconds since 1970. */
export type Stay = {
  readonly station: Station
  readonly arrivesAt: number
  readonly until: number
  /** Whether they report leaving. */
  readonly isLeft: boolean
}

/** An observer's part in a rehearsal: how they keep to the plan, and their stays in order. */
export type Part = { readonly manner: Manner; readonly stays: readonly Stay[] }

/** Beginning and end, in milliseconds. */
export type Span = { readonly from: number; readonly until: number }

/** From the start of the first shift to the end of the last. */
export const spanOf = (shifts: readonly PlannedRow[]): Span => ({
  from: shifts.reduce((least, { from }) => Math.min(least, from.getTime()), Infinity),
  until: shifts.reduce((most, { until }) => Math.max(most, until.getTime()), -Infinity),
})

/** Maps a moment of the plan to the rehearsal. */
type Pressed = (at: Date) => number

/** Compresses one span into another. */
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

/** How an observer carries out their shifts; at least one. */
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

/** The stays before they fall silent, some time after they arrived. */
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

/** A file may omit the county when it names a municipality. */
function stationOf(shift: PlannedRow, stations: readonly Station[]): Station {
  const { municipalityCode = shift.countyCode, pollingStationNumber } = shift
  const countyCode =
    shift.countyCode ||
    (stations.find((one) => one.municipalityCode === municipalityCode)?.countyCode ?? '')
  return { countyCode, municipalityCode, pollingStationNumber }
}

/** Another station of the county; of any county if there is no other. */
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
