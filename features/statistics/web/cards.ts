import type { Copy } from '#kit/contract/copy.ts'
import type { Method } from '../contract.ts'
import { say } from '../copy.ts'

/** One of the statistics, by its name in the URL. */
export type StatisticCard = {
  readonly key: string
  readonly method: Method
  readonly title: Copy
  readonly about: Copy
  /** Only flagged things are red. */
  readonly tone: 'ours' | 'alarm'
  /** What the row of a county links to; rows of stations are no links. */
  readonly leadsTo?: 'reports' | 'urgent reports'
}

/** The cards in page order. The keys are the first system's. */
export const cards: readonly StatisticCard[] = [
  {
    key: 'numar-observatori',
    method: 'observerNumber',
    title: say.observersTitle,
    about: say.observersAbout,
    tone: 'ours',
    leadsTo: 'reports',
  },
  {
    key: 'sesizari-judete',
    method: 'countiesIrregularities',
    title: say.countiesTitle,
    about: say.countiesAbout,
    tone: 'alarm',
    leadsTo: 'urgent reports',
  },
  {
    key: 'sesizari-sectii',
    method: 'pollingStationIrregularities',
    title: say.stationsTitle,
    about: say.stationsAbout,
    tone: 'alarm',
  },
  {
    key: 'sesizari-deschidere-judete',
    method: 'countiesOpeningIrregularities',
    title: say.openingCountiesTitle,
    about: say.openingAbout,
    tone: 'alarm',
    leadsTo: 'urgent reports',
  },
  {
    key: 'sesizari-deschidere-sectii',
    method: 'pollingStationOpeningIrregularities',
    title: say.openingStationsTitle,
    about: say.openingAbout,
    tone: 'alarm',
  },
  {
    key: 'sesizari-numarare-judete',
    method: 'countiesByCountingIrregularities',
    title: say.countingCountiesTitle,
    about: say.countingAbout,
    tone: 'alarm',
    leadsTo: 'urgent reports',
  },
  {
    key: 'sesizari-numarare-sectii',
    method: 'pollingStationsByCountingIrregularities',
    title: say.countingStationsTitle,
    about: say.countingAbout,
    tone: 'alarm',
  },
]

export const cardOf = (key: string): StatisticCard | undefined =>
  cards.find((card) => card.key === key)
