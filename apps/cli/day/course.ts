import { pick, type RandomSource, seededRandom } from '../rehearsal.ts'
import { type Day, hoursIn, later } from './clock.ts'
import { arrivalDelay, type Manner, mannerOf } from './manner.ts'
import { type Duty, guests, type Shift, shiftsOf } from './roster.ts'

/** Something that an observer does at a station. */
export type Act = {
  readonly at: Date
  readonly observer: number
  readonly station: number
} & (
  | { readonly kind: 'arrive' | 'leave' | 'note' }
  | {
      readonly kind: 'report'
      readonly form: string
      /** Only these of its questions, by code; all by default. */
      readonly questions?: readonly string[]
      /** How many of its last questions they leave out. */
      readonly leftOut?: number
    }
)

/** The course of the plan: all acts of observers until now, in order; and the absent observers. */
export type Course = { readonly acts: readonly Act[]; readonly absent: readonly number[] }

/** Deadlines, in hours after the stations open. */
export const deadlines = {
  opening: 1.5,
  first: 3.5,
  second: 7.5,
  voting: 10,
  third: 11.5,
  counting: 17,
}

type Setting = {
  readonly day: Day
  /** The stations of each county, by the place of any of them. */
  readonly nearby: (station: number) => readonly number[]
  readonly observers: number
}

export function playDuties(duties: readonly Duty[], setting: Setting): Course {
  const absent: number[] = []
  const acts = duties.flatMap((duty) => {
    const chance = seededRandom(50_000 + duty.observer)
    const manner = mannerOf(chance)
    if (manner === 'absent') {
      absent.push(duty.observer)
      return []
    }
    return withinDay(actsOf(duty, manner, { ...setting, chance }), manner, setting.day)
  })
  return { acts: acts.sort((one, other) => one.at.getTime() - other.at.getTime()), absent }
}

/** The acts until now; of an observer who fell silent, those before. */
function withinDay(acts: readonly Act[], manner: Manner, day: Day): readonly Act[] {
  const last = manner === 'falls silent' ? hoursIn(day, 3) : day.now
  const until = Math.min(last.getTime(), day.now.getTime())
  return acts.filter(({ at }) => at.getTime() <= until)
}

type Draw = Setting & { readonly chance: RandomSource }

function actsOf(duty: Duty, manner: Manner, draw: Draw): Act[] {
  const { chance, nearby } = draw
  return shiftsOf(duty).flatMap((shift) => {
    const station =
      manner === 'elsewhere'
        ? (pick(nearby(shift.station), chance) ?? shift.station)
        : shift.station
    const arrivesAt = later(shift.from, arrivalDelay(manner, chance))
    const arrived = { ...shift, station, arrivesAt }
    return [...stay(arrived, draw), ...(chance() < 0.72 ? roundFrom(arrived, draw) : [])]
  })
}

type Stay = Shift & { readonly arrivesAt: Date }

/** All of a shift at one station. */
function stay(
  { observer, station, arrivesAt, until }: Stay,
  { day, chance, observers }: Draw,
): Act[] {
  const here = { observer, station }
  const isGuest = observer >= observers - guests
  const readings = (['first', 'second', 'third'] as const).map((name, index) => ({
    ...here,
    kind: 'report' as const,
    form: 'D',
    questions: [`D1.${index + 1}`],
    at: later(hoursIn(day, deadlines[name] - 0.5), delayOf(chance)),
  }))
  const opening = chance()
  const acts: Act[] = [
    { ...here, kind: 'arrive', at: arrivesAt },
    ...(opening < 0.97 && !isGuest
      ? [
          {
            ...here,
            kind: 'report' as const,
            form: 'A',
            at: later(hoursIn(day, 0.1), opening < 0.93 ? chance() * 75 : 95 + chance() * 60),
            leftOut: opening < 0.04 ? 2 : 0,
          },
        ]
      : []),
    ...(isGuest ? [] : readings.filter(() => chance() < 0.95)),
    ...[2 + chance() * 3, 6.2 + chance() * 5].map((hours, index) => ({
      ...here,
      kind: 'report' as const,
      form: isGuest ? 'E' : 'B',
      at: hoursIn(day, hours),
      leftOut: index === 0 && chance() < 0.1 ? 2 : 0,
    })),
    ...notesFrom(here, arrivesAt, chance),
    { ...here, kind: 'leave', at: later(until, chance() * 25 - 5) },
  ]
  return acts.filter(({ at }) => at >= arrivesAt && at <= later(until, 20))
}

/** Most are in time, some soon after, few long after. */
function delayOf(chance: RandomSource): number {
  const drawn = chance()
  if (drawn < 0.92) return chance() * 28
  return drawn < 0.97 ? 32 + chance() * 40 : 90 + chance() * 120
}

function notesFrom(
  here: Pick<Act, 'observer' | 'station'>,
  from: Date,
  chance: RandomSource,
): Act[] {
  return [0.24, 0.06]
    .filter((likely) => chance() < likely)
    .map(() => ({ ...here, kind: 'note', at: later(from, 20 + chance() * 420) }))
}

/** A look at one or two stations nearby, in between. */
function roundFrom({ observer, station, arrivesAt, until }: Stay, draw: Draw): Act[] {
  const { chance, nearby } = draw
  const others = nearby(station).filter((index) => index !== station)
  let at = later(arrivesAt, 150 + chance() * 220)
  const acts: Act[] = []
  for (const likely of [1, 0.6, 0.25]) {
    const next = others.splice(Math.floor(others.length * chance() * 0.4), 1)[0]
    if (next === undefined || chance() > likely || later(at, 60) > until) break
    acts.push(...lookIn({ observer, station: next, arrivesAt: at }, draw))
    at = later(at, 70 + chance() * 60)
  }
  return acts
}

type LookIn = Pick<Stay, 'observer' | 'station' | 'arrivesAt'>

function lookIn({ observer, station, arrivesAt }: LookIn, { chance, observers }: Draw): Act[] {
  const here = { observer, station }
  const form = observer >= observers - guests ? 'E' : 'B'
  return [
    { ...here, kind: 'arrive', at: arrivesAt },
    { ...here, kind: 'report', form, at: later(arrivesAt, 10 + chance() * 20) },
    ...(chance() < 0.15
      ? [{ ...here, kind: 'note' as const, at: later(arrivesAt, 15 + chance() * 25) }]
      : []),
    { ...here, kind: 'leave', at: later(arrivesAt, 42 + chance() * 15) },
  ]
}
