import type { Copy } from '#kit/contract/copy.ts'
import type { MapArea } from '../contract.ts'
import { say } from '../copy.ts'
import type { Ramp } from './colours.ts'

/** Something that counties can be coloured by. A new one is a record here. */
export type MapFigure = {
  /** As the address names it. */
  readonly id: string
  readonly title: Copy
  readonly about: Copy
  readonly valueOf: (area: MapArea) => number
  /** A share of stations, from 0 to 1, or a number. */
  readonly kind: 'share' | 'count'
  readonly ramp: Ramp
}

export const figures: readonly [MapFigure, ...MapFigure[]] = [
  {
    id: 'visited',
    title: say.visitedStations,
    about: say.visitedAbout,
    valueOf: ({ visited, stations }) => (stations === 0 ? 0 : visited / stations),
    kind: 'share',
    ramp: 'done',
  },
  {
    id: 'covered',
    title: say.coveredStations,
    about: say.coveredAbout,
    valueOf: ({ covered, stations }) => (stations === 0 ? 0 : covered / stations),
    kind: 'share',
    ramp: 'ours',
  },
  {
    id: 'met',
    title: say.met,
    about: say.metAbout,
    valueOf: ({ met, covered }) => (covered === 0 ? 0 : met / covered),
    kind: 'share',
    ramp: 'done',
  },
  {
    id: 'late',
    title: say.late,
    about: say.lateAbout,
    valueOf: ({ late }) => late,
    kind: 'count',
    ramp: 'attention',
  },
  {
    id: 'reports',
    title: say.reports,
    about: say.reportsAbout,
    valueOf: ({ reports }) => reports,
    kind: 'count',
    ramp: 'ours',
  },
  {
    id: 'flagged',
    title: say.flagged,
    about: say.flaggedAbout,
    valueOf: ({ flagged }) => flagged,
    kind: 'count',
    ramp: 'alarm',
  },
]

/** Deadlines pass by the clock, which announces nothing. */
export const lateMs = 60_000

/** The figure of an address; the first where it names none. */
export const figureOf = (id: string | undefined): MapFigure =>
  figures.find((one) => one.id === id) ?? figures[0]
