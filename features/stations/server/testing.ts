import { aiud, said, send } from '#features/answers/server/testing.ts'
import { places } from '#features/places/contract.ts'
import type { Merging } from '#features/places/station-contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { stations } from '../contract.ts'

export const stationOf = ({ field }: Stage, code = 'AB1', number = 1) =>
  field.stationId(code, number) as Id<'pollingStations'>

/** What somebody reads of the station in Aiud. */
export const readVisits = (cast: Stage, person: Person = cast.ana) =>
  person.call(stations.visits, { params: { pollingStationId: stationOf(cast) } })

/** A row of its page, by the code of its question. */
export const questionOf = async (cast: Stage, code = 'A1.2', person: Person = cast.ana) =>
  (await readVisits(cast, person)).questions.find(({ questionCode }) => questionCode === code)!

/** Bogdan and Dana differ on what they saw in Aiud; answers with what settles it for Bogdan. */
export async function disagree(cast: Stage) {
  await send(cast.bogdan, said(cast, aiud, 'A1.2', 'Coadă'))
  await send(cast.dana, said(cast, aiud, 'A1.2', 'Afișe electorale'))
  return settling(cast)
}

/** What settles that for Bogdan, as it is by now. */
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

/** Number 2 of Aiud: the same place as number 1, made twice by an import. */
export const twin = { ...aiud, pollingStationNumber: 2 } as const
export const twinOf = (cast: Stage) => stationOf(cast, 'AB1', 2)

export type Which = { readonly id?: Id<'pollingStations'> } & Partial<Merging>

/** Merges number 2 of Aiud into number 1, unless something else is said. */
export const merge = (
  cast: Stage,
  { id = twinOf(cast), into = stationOf(cast), ...rest }: Which = {},
) => cast.ana.call(places.mergeStation, { params: { id }, body: { into, ...rest } })
export const part = (cast: Stage, id = twinOf(cast)) =>
  cast.ana.call(places.partStation, { params: { id } })
