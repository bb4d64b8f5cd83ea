import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'

export const runoff = { name: 'Turul II', day: '2026-12-06', timezone: 'Europe/Bucharest' }

export type ElectionBody = CallInput<typeof elections.add>['body']

/** Prepares another election; answers with its id. */
export const prepare = ({ ana }: Stage, body: Partial<ElectionBody> = {}) =>
  ana.call(elections.add, { body: { ...runoff, ...body } }) as Promise<Id<'elections'>>

export const make = ({ ana }: Stage, id: Id<'elections'>) =>
  ana.call(elections.makeCurrent, { params: { id } })

/** The current election. */
export async function currentId({ ana }: Stage): Promise<Id<'elections'>> {
  return (await ana.call(elections.current)).id
}

/** The list of elections, by name. */
export async function listed({ ana }: Stage, deleted = false) {
  const rows = await ana.call(elections.list, { query: { deleted } })
  return new Map(rows.map((row) => [row.name, row]))
}

/** Makes the small election a rehearsal. */
export const practise = ({ database }: Stage) =>
  database.write((tx) =>
    tx.updateTable('elections').set({ state: 'rehearsal' }).where('isCurrent', '=', true).execute(),
  )
