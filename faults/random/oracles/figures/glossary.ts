import { groupBy } from '#kit/contract/group.ts'
import type { Sources } from './sources.ts'

type Visit = Sources['visits'][number]

/** A visit with its answers and notes, its station's county and its observer's organisation. */
export type Report = Visit & {
  readonly ngoId: number
  readonly isTest: boolean
  /** By its review. */
  readonly isSetAside: boolean
  readonly isDeleted: boolean
  readonly countyId: number
  /** The station that the visit counts for: for a merged station, the replacing one. */
  readonly placeId: number
  readonly answers: readonly (Sources['answers'][number] & { readonly formId: number })[]
  readonly notes: Sources['notes']
}

/** Maps each station to the one it is counted as. */
export function placesOf({ stations }: Pick<Sources, 'stations'>): ReadonlyMap<number, number> {
  const into = new Map<number, number | null>(stations.map((one) => [one.id, one.mergedInto]))
  const placeOf = (id: number): number => {
    const next = into.get(id)
    return next === null || next === undefined ? id : placeOf(next)
  }
  return new Map(stations.map(({ id }) => [id, placeOf(id)]))
}

/** The county of each station: the county that contains its area. */
export function countiesOf({
  areas,
  stations,
  countyLevel,
}: Pick<Sources, 'areas' | 'stations' | 'countyLevel'>): ReadonlyMap<number, number> {
  const known = new Map<number, (typeof areas)[number]>(areas.map((one) => [one.id, one]))
  const countyOf = (id: number): number => {
    const area = known.get(id)
    return !area || area.level <= countyLevel || area.parentId === null
      ? id
      : countyOf(area.parentId)
  }
  return new Map(stations.map(({ id, areaId }) => [id, countyOf(areaId)]))
}

/** All reports of an election. */
export function reportsOf(sources: Sources): readonly Report[] {
  const [places, counties] = [placesOf(sources), countiesOf(sources)]
  const observers = new Map(sources.observers.map((one) => [one.id, one]))
  const forms = new Map(sources.questions.map(({ id, formId }) => [id, formId]))
  const answers = groupBy(sources.answers, ({ visitId }) => visitId)
  const notes = groupBy(sources.notes, ({ visitId }) => visitId)
  const aside = new Set<number>(
    sources.reviews.flatMap(({ visitId, state }) => (state === 'set-aside' ? [visitId] : [])),
  )
  return sources.visits.map((visit) => {
    const observer = observers.get(visit.observerId)
    return {
      ...visit,
      ngoId: observer?.ngoId ?? 0,
      isTest: observer?.isTest ?? false,
      isSetAside: aside.has(visit.id),
      isDeleted: !observer || observer.deletedAt !== null,
      countyId: counties.get(visit.pollingStationId) ?? 0,
      placeId: places.get(visit.pollingStationId) ?? 0,
      answers: (answers.get(visit.id) ?? []).map((one) => ({
        ...one,
        formId: forms.get(one.questionId) ?? 0,
      })),
      notes: notes.get(visit.id) ?? [],
    }
  })
}

export const answeredIn = ({ answers }: Pick<Report, 'answers'>): number =>
  new Set(answers.map(({ questionId }) => questionId)).size

export const flaggedIn = ({ answers }: Pick<Report, 'answers'>): number =>
  answers.filter(({ isFlagged }) => isFlagged).length
