/** The seed of all that is drawn: the same evening comes out on every machine. */
const seed = 20_261_122

/** How large the evening is, and all that follows from it by arithmetic alone. */
export type Shape = {
  readonly share: number
  readonly stations: number
  readonly observers: number
  readonly visits: number
  readonly assignments: number
}

/** 1 is an election of 50,000 stations, 20,000 observers and 5 million answers; its plan has 50,000 assignments. */
export const shapeOf = (share: number): Shape => ({
  share,
  stations: Math.round(50_000 * share),
  observers: Math.round(20_000 * share),
  visits: Math.round(250_000 * share),
  assignments: Math.round(50_000 * share),
})

export const counties = 42
export const stationsPerMunicipality = 16
export const organisations = 10
/** How many questions a report answers; every visit has two reports. */
export const answersPerReport = 10

export const municipalitiesOf = ({ stations }: Shape) =>
  Math.ceil(stations / stationsPerMunicipality)

/** The election is the only one, so its key is known. */
export const electionId = 1

/** Places, counted from 0; a key is one more. The counties are the first areas. */
export const municipalityOf = (station: number) => Math.floor(station / stationsPerMunicipality)
export const countyOf = (municipality: number) => municipality % counties

/** How phones name a station. */
export const addressOf = (station: number) => {
  const municipality = municipalityOf(station)
  return {
    countyCode: `J${countyOf(municipality) + 1}`,
    municipalityCode: `M${municipality + 1}`,
    pollingStationNumber: (station % stationsPerMunicipality) + 1,
  }
}

/** Primes, so that no observer comes to a station twice before having seen all of them. */
export const steps = { observer: 7919, nth: 10_007, phone: 61_803_399 } as const

/** The station an observer visits as their nth, all counted from 0. */
export const stationOf = ({ stations }: Shape, observer: number, nth: number) =>
  (observer * steps.observer + nth * steps.nth) % stations

export const organisationOf = (observer: number) => observer % organisations

/** Who visits what: observers take turns, so that visits are in the order of time. */
export const visitOf = (shape: Shape, visit: number) => {
  const observer = visit % shape.observers
  const nth = Math.floor(visit / shape.observers)
  return { observer, station: stationOf(shape, observer, nth) }
}

/** From which of their visits on observers have been nowhere yet. */
export const firstFree = ({ visits, observers }: Shape) => Math.ceil(visits / observers)

/** Who is to be where: each observer first where they were last, then where they have not been. */
export const assignmentOf = (shape: Shape, assignment: number) => {
  const observer = assignment % shape.observers
  const nth = firstFree(shape) - 1 + Math.floor(assignment / shape.observers)
  return { observer, nth, station: stationOf(shape, observer, nth) }
}

/** Whether an evening has their visit. */
export const hasVisited = ({ observers, visits }: Shape, observer: number, nth: number) =>
  nth * observers + observer < visits

/** Four visits of five have a note. */
export const hasNote = (visit: number) => visit % 5 !== 4

/** Each another one, and spread as real ones are: part of a phone finds one or a few of them. */
export const phoneOf = (observer: number) =>
  `07${String((observer * steps.phone) % 100_000_000).padStart(8, '0')}`
export const pinOf = (observer: number) => String(1000 + (observer % 9000))

/** A number from 0 to 1 that depends on nothing but the seed and what it is drawn for. */
export function chance(...what: readonly number[]): number {
  let hash = seed
  for (const one of what) {
    hash = Math.imul(hash ^ one, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) / 2 ** 32
}
