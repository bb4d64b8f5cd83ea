import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { visits } from '../contract.ts'

export type StationInfoInput = CallInput<typeof visits.report>['body']

export const inMunicipality = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }

export const report = (person: Person, body: StationInfoInput) =>
  person.call(visits.report, { body })

export async function observerIdOf(
  { database }: Stage,
  name = 'Bogdan Pop',
): Promise<Id<'observers'>> {
  const { id } = await database.primary
    .selectFrom('observers')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

export async function infoOf(cast: Stage, areaCode: string, person = cast.ana) {
  const pollingStationId = cast.field.stationId(areaCode, 1) as Id<'pollingStations'>
  return person.call(visits.info, {
    query: { observerId: await observerIdOf(cast), pollingStationId },
  })
}
