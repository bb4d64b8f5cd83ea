import type { CallInput } from '#kit/contract/endpoint.ts'
import { type Person, person, type Stage } from '#testing/stage.ts'
import { keys } from '../contract.ts'

type Draft = CallInput<typeof keys.make>['body']

/** A key that reads for reviewers, unless `but` says otherwise. */
export const makeKey = (by: Person, but: Partial<Draft> = {}) =>
  by.call(keys.make, { body: { name: 'Harta', role: 'reviewer', days: 90, ...but } })

/** A program that calls with a new key. */
export async function program({ app, figures }: Stage, by: Person, but: Partial<Draft> = {}) {
  const { id, key } = await makeKey(by, but)
  return { id, key, calls: person(app, async () => key, figures) }
}
