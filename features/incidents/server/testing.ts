import type { CallInput, Reply } from '#kit/contract/endpoint.ts'
import type { Person } from '#testing/stage.ts'
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
