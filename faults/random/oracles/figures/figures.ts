import { groupBy } from '#kit/contract/group.ts'
import type { Finding } from '../../trace.ts'
import { answeredIn, flaggedIn, placesOf, type Report, reportsOf } from './glossary.ts'
import type { Sources } from './sources.ts'

/** Figures by name, without zeroes. */
export type Figures = ReadonlyMap<string, number>

/** Adds up figures by name. */
export class Tally {
  readonly #figures = new Map<string, number>()

  add(what: string, by = 1): void {
    if (by !== 0) this.#figures.set(what, (this.#figures.get(what) ?? 0) + by)
  }

  get figures(): Figures {
    return this.#figures
  }
}

/** The number of quarters of an hour since 1970. */
const quarterOf = (at: Date) => Math.floor(at.getTime() / 900_000)

/** Counts all figures from reports by the definitions of the glossary, without any projection. */
export function figuresOf(sources: Sources): Figures {
  const tally = new Tally()
  const reports = reportsOf(sources)
  const real = reports.filter(({ isTest, isSetAside }) => !isTest && !isSetAside)
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

/** Counts the figures in a row of the list of reports. */
function countVisit(tally: Tally, report: Report): void {
  tally.add(`answered on visit ${report.id}`, answeredIn(report))
  tally.add(`flagged on visit ${report.id}`, flaggedIn(report))
  tally.add(`notes on visit ${report.id}`, report.notes.length)
  tally.add(`county of visit ${report.id}`, report.countyId)
}

const inCounty = ({ countyId, ngoId }: Pick<Report, 'countyId' | 'ngoId'>) =>
  `in county ${countyId}, organisation ${ngoId}`

/** Counts the rows of lists; these include test observers. A list of flagged ones leaves out what is set aside. */
function countInLists(tally: Tally, report: Report): void {
  const isReported = report.answers.length + report.notes.length > 0
  tally.add(`listed ${inCounty(report)}`, isReported ? 1 : 0)
  tally.add(
    `listed as flagged ${inCounty(report)}`,
    flaggedIn(report) > 0 && !report.isSetAside ? 1 : 0,
  )
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

/** The trend counts distinct times of answers; an answer that was replaced counts at its new time only. */
function countInTrend(tally: Tally, { answers, ngoId }: Report): void {
  const moments = new Set(answers.map(({ receivedAt }) => receivedAt.getTime()))
  for (const at of moments)
    tally.add(`reports in quarter ${quarterOf(new Date(at))}, organisation ${ngoId}`)
  for (const { isFlagged, receivedAt } of answers)
    if (isFlagged) tally.add(`flagged in quarter ${quarterOf(receivedAt)}, organisation ${ngoId}`)
}

/** Counts the stations with a flagged answer, by form and in total. */
function countFlaggedStations(tally: Tally, real: readonly Report[]): void {
  const flagged = new Set<string>()
  for (const { answers, placeId } of real)
    for (const { formId, isFlagged } of answers)
      if (isFlagged) flagged.add(`${formId} ${placeId}`).add(`0 ${placeId}`)
  for (const one of flagged) tally.add(`flagged places, form ${one.split(' ')[0]}`)
}

/** Counts the observers with an answer, by county. */
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

/** Counts the open stations of the target that are covered, visited or both, by area. */
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

/** Counts observers who last reported during a shift from another station, by that station. */
function countElsewhere(tally: Tally, { assignments }: Sources, reports: readonly Report[]): void {
  for (const [observerId, visits] of groupBy(reports, (one) => one.observerId)) {
    const [last] = visits
      .filter(({ isSetAside }) => !isSetAside)
      .toSorted(
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

/** The assignments of existing observers, without test observers. */
function plannedIn(sources: Sources): Presence[] {
  const places = placesOf(sources)
  const known = new Map(sources.observers.map((one) => [one.id, one]))
  return sources.assignments.flatMap(({ observerId, pollingStationId }) => {
    const observer = known.get(observerId)
    if (!observer || observer.isTest || observer.deletedAt !== null) return []
    return [{ placeId: places.get(pollingStationId) ?? 0, ngoId: observer.ngoId }]
  })
}

/** The product's figures equal those counted by the glossary. */
export function figuresAreTrue(election: number, product: Figures, glossary: Figures): Finding[] {
  const all = new Set([...product.keys(), ...glossary.keys()])
  return [...all].flatMap((what) => {
    const [is, should] = [product.get(what) ?? 0, glossary.get(what) ?? 0]
    if (is === should) return []
    const sentence = `election ${election}: ${what} is ${is}, and should be ${should}`
    return [{ oracle: 'figures match the glossary', what: sentence, about: subjectsIn(what) }]
  })
}

/** The observer or station of a figure, as the trace names them. */
function subjectsIn(what: string): string[] {
  const [observer] = /observer \d+/.exec(what) ?? []
  const [, station] = /(?:station|place) (\d+)/.exec(what) ?? []
  return [...(observer ? [observer] : []), ...(station ? [`station row ${station}`] : [])]
}
