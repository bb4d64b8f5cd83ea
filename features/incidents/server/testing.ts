import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import type { CallInput, Reply } from '#kit/contract/endpoint.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { incidents } from '../contract.ts'

type Draft = CallInput<typeof incidents.add>['body']

/** An incident that this person makes. */
export const makeIncident = (
  person: Person,
  draft: Partial<Draft> = {},
): Promise<Reply<typeof incidents.add>> =>
  person.call(incidents.add, {
    body: { title: 'Urnă nesigilată', category: 'materials', severity: 'high', ...draft },
  })

type IncidentId = Reply<typeof incidents.add>['id']

export const merge = (person: Person, id: IncidentId, into: IncidentId): Promise<unknown> =>
  person.call(incidents.merge, { params: { id }, body: { into } })

/** An incident that this person made and merged into another one. */
export async function mergeTwo(person: Person): Promise<IncidentId> {
  const [{ id: into }, { id }] = [await makeIncident(person), await makeIncident(person)]
  await merge(person, id, into)
  return id
}

/** Two observers report the same from Aiud: how the suggestion to make an incident of it is dismissed. */
export async function suggested(
  cast: Stage,
): Promise<CallInput<typeof incidents.dismissSuggestion>['body']> {
  for (const observer of [cast.bogdan, cast.dana])
    await send(observer, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const [suggestion] = await cast.ana.call(incidents.listSuggestions)
  const { pollingStationId, countyId, questionId, until } = suggestion!
  return { pollingStationId, countyId, questionId, until: until.toISOString() }
}
