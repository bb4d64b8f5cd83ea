import { groupBy } from '#kit/contract/group.ts'
import type { Finding } from '../../trace.ts'
import { answeredIn, flaggedIn, placesOf, type Report, reportsOf } from './glossary.ts'
import type { Sources } from './sources.ts'

/** Figures by what they say; zeroes are left out. */
export type Figures = ReadonlyMap<string, number>

/** Adds up figures by what they say. */
export class Tally {
  readonly #figures = new Map<string, number>()

  add(what: string, by = 1): void {
    if (by !== 0) this.#figures.set(what, (this.#figures.get(what) ?? 0) + by)
  }

  get figures(): Figures {
    return this.#figures
  }
}

/** The quarter of an hour in which something was received, since 1970. */
const quarterOf = (at: Date) => Math.floor(at.getTime() / 900_000)

/** Everything that is counted from reports, by the words of the glossary and in no other way than reading them. */
export function figuresOf(sources: Sources): Figures {
  const tally = new Tally()
  const reports = reportsOf(sources)
  const real = reports.filter(({ isTest }) => !isTest)
  for (const report of reports) countVisit(tally, report)
  for (const report of reports) countInLists(tally, report)
  for (const report of real) countAtStation(tally, report)
  for (const report of real) countInTrend(tally, report)
  countFlaggedStations(tally, real)
  countReporting(tally, real)
  countObservers(tally, sources, reports)
  countCover(tally, sources, real)
  countElsewhere(tally, sources, reports)
  return tally.figures
}

/** What a line of the list of reports says. */
function countVisit(tally: Tally, report: Report): void {
  tally.add(`answered on visit ${report.id}`, answeredIn(report))
  tally.add(`flagged on visit ${report.id}`, flaggedIn(report))
  tally.add(`notes on visit ${report.id}`, report.notes.length)
  tally.add(`county of visit ${report.id}`, report.countyId)
}

const inCounty = ({ countyId, ngoId }: Pick<Report, 'countyId' | 'ngoId'>) =>
  `in county ${countyId}, organisation ${ngoId}`

/** How long the lists are; test observers are in them. */
function countInLists(tally: Tally, report: Report): void {
  const isReported = report.answers.length + report.notes.length > 0
  tally.add(`listed ${inCounty(report)}`, isReported ? 1 : 0)
  tally.add(`listed as flagged ${inCounty(report)}`, flaggedIn(report) > 0 ? 1 : 0)
}

function countAtStation(tally: Tally, report: Report): void {
  for (const [formId, answers] of groupBy(report.answers, (one) => one.formId)) {
    const at = `at station ${report.pollingStationId}, organisation ${report.ngoId}, form ${formId}`
    tally.add(`answered ${at}`, answeredIn({ answers }))
    tally.add(`flagged ${at}`, flaggedIn({ answers }))
    tally.add(`flagged ${inCounty(report)}, form ${formId}`, flaggedIn({ answers }))
    for (const form of [formId, 0])
      tally.add(`flagged at place ${report.placeId}, form ${form}`, flaggedIn({ answers }))
  }
}

/** Reports are moments at which something was answered; whatever was answered again counts as it is now. */
function countInTrend(tally: Tally, { answers, ngoId }: Report): void {
  const moments = new Set(answers.map(({ receivedAt }) => receivedAt.getTime()))
  for (const at of moments)
    tally.add(`reports in quarter ${quarterOf(new Date(at))}, organisation ${ngoId}`)
  for (const { isFlagged, receivedAt } of answers)
    if (isFlagged) tally.add(`flagged in quarter ${quarterOf(receivedAt)}, organisation ${ngoId}`)
}

/** At how many places anything is flagged, by form and at all. */
function countFlaggedStations(tally: Tally, real: readonly Report[]): void {
  const flagged = new Set<string>()
  for (const { answers, placeId } of real)
    for (const { formId, isFlagged } of answers)
      if (isFlagged) flagged.add(`${formId} ${placeId}`).add(`0 ${placeId}`)
  for (const one of flagged) tally.add(`flagged places, form ${one.split(' ')[0]}`)
}

/** Observers who answered anything, by county. */
function countReporting(tally: Tally, real: readonly Report[]): void {
  const answering = real.filter(({ answers }) => answers.length > 0)
  const each = new Set(answering.map((one) => `${one.observerId} reporting ${inCounty(one)}`))
  for (const one of each) tally.add(`observers ${one.slice(one.indexOf(' ') + 1)}`)
}

function countObservers(tally: Tally, { observers }: Sources, reports: readonly Report[]): void {
  const own = groupBy(reports, ({ observerId }) => observerId)
  for (const { id } of observers) {
    const visits = own.get(id) ?? []
    const seen = visits.map(({ lastModified }) => lastModified.getTime())
    tally.add(`visits of observer ${id}`, visits.length)
    tally.add(
      `notes of observer ${id}`,
      visits.reduce((sum, { notes }) => sum + notes.length, 0),
    )
    tally.add(`observer ${id} last seen`, Math.max(0, ...seen))
  }
}

/** The open places of the target where somebody is planned to be, was, or both, by the area that they are in. */
function countCover(tally: Tally, sources: Sources, real: readonly Report[]): void {
  const places = placesOf(sources)
  const target = new Set(sources.target.map((id) => places.get(id)))
  const areas = new Map<number, number>(
    sources.stations.flatMap(({ id, areaId, mergedInto, closedAt }) =>
      mergedInto === null && closedAt === null && (target.size === 0 || target.has(id))
        ? [[id, areaId]]
        : [],
    ),
  )
  const active = new Set<number>(sources.ngos.flatMap(({ id, isActive }) => (isActive ? [id] : [])))
  const pairsOf = (there: readonly Presence[]) =>
    new Set(
      there
        .filter(({ placeId, ngoId }) => areas.has(placeId) && active.has(ngoId))
        .flatMap(({ placeId, ngoId }) => [`${placeId} ${ngoId}`, `${placeId} 0`]),
    )
  const count = (what: string, pairs: Iterable<string>) => {
    for (const pair of pairs) {
      const [placeId, ngoId] = pair.split(' ')
      tally.add(`${what} in area ${areas.get(Number(placeId))}, organisation ${ngoId}`)
    }
  }
  const covered = pairsOf(plannedIn(sources))
  const visited = pairsOf(real)
  count('covered', covered)
  count('visited', visited)
  count(
    'met',
    [...covered].filter((pair) => visited.has(pair)),
  )
}

/** Observers whose last report came during a shift, from no station of it, by the station of that report. */
function countElsewhere(tally: Tally, { assignments }: Sources, reports: readonly Report[]): void {
  for (const [observerId, visits] of groupBy(reports, (one) => one.observerId)) {
    const [last] = visits.toSorted(
      (one, other) => Number(other.lastModified) - Number(one.lastModified) || other.id - one.id,
    )
    if (!last) continue
    const at = last.lastModified
    const shifts = assignments.filter(
      (one) => one.observerId === observerId && one.fromAt <= at && at < one.untilAt,
    )
    const isThere = shifts.some((one) => one.pollingStationId === last.pollingStationId)
    if (shifts.length > 0 && !isThere)
      tally.add(`observer ${observerId} elsewhere, from station`, last.pollingStationId)
  }
}

type Presence = Pick<Report, 'placeId' | 'ngoId'>

/** Where observers are assigned who are there, and do not test. */
function plannedIn(sources: Sources): Presence[] {
  const places = placesOf(sources)
  const known = new Map(sources.observers.map((one) => [one.id, one]))
  return sources.assignments.flatMap(({ observerId, pollingStationId }) => {
    const observer = known.get(observerId)
    if (!observer || observer.isTest || observer.deletedAt !== null) return []
    return [{ placeId: places.get(pollingStationId) ?? 0, ngoId: observer.ngoId }]
  })
}

/** The product's figures are those of the glossary. */
export function figuresAreTrue(election: number, product: Figures, glossary: Figures): Finding[] {
  const all = new Set([...product.keys(), ...glossary.keys()])
  return [...all].flatMap((what) => {
    const [is, should] = [product.get(what) ?? 0, glossary.get(what) ?? 0]
    if (is === should) return []
    const said = `election ${election}: ${what} is ${is}, and should be ${should}`
    return [{ oracle: 'figures are what the glossary says', what: said, about: subjectsIn(what) }]
  })
}

/** The observer or station that a figure is about, as the trace names them. */
function subjectsIn(what: string): string[] {
  const [observer] = /observer \d+/.exec(what) ?? []
  const [, station] = /(?:station|place) (\d+)/.exec(what) ?? []
  return [...(observer ? [observer] : []), ...(station ? [`station row ${station}`] : [])]
}
