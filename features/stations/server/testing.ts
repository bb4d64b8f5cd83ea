import { sql } from 'kysely'
import { expect } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Merging } from '#features/places/station-contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { type ComparedQuestion, type StationVisit, stations } from '../contract.ts'
import type { Difference } from '../differences-contract.ts'

export const stationOf = ({ field }: Stage, code = 'AB1', number = 1) =>
  field.stationId(code, number) as Id<'pollingStations'>

/** The page of the station in Aiud. */
export const readVisits = (cast: Stage, person: Person = cast.ana) =>
  person.call(stations.visits, { params: { pollingStationId: stationOf(cast) } })

/** A question on that page, by code. */
export const questionOf = async (cast: Stage, code = 'A1.2', person: Person = cast.ana) =>
  (await readVisits(cast, person)).questions.find(({ questionCode }) => questionCode === code)!

/** Makes Bogdan and Dana differ at Aiud. Returns the call that settles the difference for Bogdan. */
export async function disagree(cast: Stage) {
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))
  return settling(cast)
}

/** The call that settles the difference for Bogdan, with the current digest. */
export async function settling(cast: Stage) {
  const { id, seen } = await questionOf(cast)
  return {
    pollingStationId: stationOf(cast),
    questionId: id,
    observerId: (await observerIdOf(cast, 'Bogdan Pop')) as Id<'observers'>,
    reason: 'Confirmat la telefon',
    seen,
  }
}

export async function settleFirst(cast: Stage): Promise<Id<'settledAnswers'>> {
  const { pollingStationId, ...body } = await disagree(cast)
  return cast.ana.call(stations.settle, { params: { pollingStationId }, body })
}

/** Number 2 of Aiud: a duplicate of number 1, made by an import. */
export const twin = { ...aiud, pollingStationNumber: 2 } as const
export const twinOf = (cast: Stage) => stationOf(cast, 'AB1', 2)

export type Which = { readonly id?: Id<'pollingStations'> } & Partial<Merging>

/** Merges number 2 of Aiud into number 1 by default. */
export const merge = (
  cast: Stage,
  { id = twinOf(cast), into = stationOf(cast), ...rest }: Which = {},
) => cast.ana.call(places.mergeStation, { params: { id }, body: { into, ...rest } })
export const part = (cast: Stage, id = twinOf(cast)) =>
  cast.ana.call(places.partStation, { params: { id } })

/** Deletes all reports, as when a rehearsal becomes the real election. */
export async function startAgain({ ana, database }: Stage): Promise<void> {
  await database.write((tx) =>
    sql`update elections set state = 'rehearsal' where is_current`.execute(tx),
  )
  const { id } = await ana.call(elections.current)
  await ana.call(elections.start, { params: { id } })
}

/** The list of differences, such as `Aiud 1 A1.2: open`. */
export async function listed(
  cast: Stage,
  query: CallInput<typeof stations.differences>['query'] = {},
  person: Person = cast.ana,
): Promise<string[]> {
  const { data } = await person.call(stations.differences, { query })
  return data.map(
    ({ municipality, pollingStationNumber, questionCode, state }) =>
      `${municipality} ${pollingStationNumber} ${questionCode}: ${state}`,
  )
}

/** Expects that each person's list agrees with the pages of the stations. */
export async function expectAsOnPages(cast: Stage, people: readonly Person[]): Promise<void> {
  const ids = await listStationIds(cast)
  for (const person of people) {
    const query = { state: 'all', pageSize: 1000 } as const
    const { data } = await person.call(stations.differences, { query })
    const unsettled = data.filter(({ state }) => state !== 'settled').length
    expect(await person.call(stations.unsettled)).toMatchObject({ unsettled })
    const onPages = await Promise.all(ids.map((id) => readDifferences(person, id)))
    expect(data.map(differenceIn).toSorted()).toEqual(onPages.flat().toSorted())
  }
}

/** The differences on the page of a station; none if the person may not see it. */
async function readDifferences(person: Person, pollingStationId: Id<'pollingStations'>) {
  const params = { pollingStationId }
  const page = await person.call(stations.visits, { params }).catch(() => undefined)
  return (page?.questions ?? [])
    .filter(({ state }) => state !== 'alike')
    .map((one) => differenceOn(pollingStationId, one, page?.visits ?? []))
}

export async function listStationIds({ database }: Stage): Promise<Id<'pollingStations'>[]> {
  const rows = await database.primary
    .selectFrom('pollingStations')
    .select('id')
    .where('mergedInto', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

const byObserver = (
  [one]: readonly [number, ...unknown[]],
  [other]: readonly [number, ...unknown[]],
) => one - other

const differenceIn = (one: Difference) =>
  JSON.stringify([
    ...[one.pollingStationId, one.questionId, one.state, one.text, one.questionCode, one.formCode],
    one.observers
      .map(({ observerId, options }) => [observerId, options] as const)
      .toSorted(byObserver),
    one.isFlagged,
  ])

const differenceOn = (
  stationId: Id<'pollingStations'>,
  { id, state, text, questionCode, formCode, answers }: ComparedQuestion,
  visits: readonly StationVisit[],
) => {
  const real = visits
    .filter(({ isTest, review }) => !isTest && review.state !== 'set-aside')
    .map(({ observerId }) => observerId)
  const compared = answers.filter(({ isLast, observerId }) => isLast && real.includes(observerId))
  return JSON.stringify([
    ...[stationId, id, state, text, questionCode, formCode],
    compared.map(({ observerId, options }) => [observerId, options] as const).toSorted(byObserver),
    compared.some(({ options }) => options.some(({ isFlagged }) => isFlagged)),
  ])
}
