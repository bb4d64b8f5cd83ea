import type { Person, Stage } from '#apps/server/testing.ts'
import type { Sent } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/id.ts'
import { type UnplacedQuery, unplaced } from '../contract.ts'

/** A station that does not exist. */
export const nowhere = { countyCode: 'XX', pollingStationNumber: 7 } as const

type Place = Sent<typeof unplaced.place>['body']

/** What has no place, or what became of it, newest first. */
export const listed = async (person: Person, state: UnplacedQuery['state'] = 'open') =>
  (await person.call(unplaced.list, { query: { state } })).data

/** The id of the newest report that has no place. */
export async function newest(person: Person): Promise<Id<'unplaced'>> {
  const [row] = await listed(person)
  if (!row) throw new Error('Everything has a place')
  return row.id
}

/** Gives the newest report that has no place one. */
export const place = async (person: Person, body: Place) =>
  person.call(unplaced.place, { params: { id: await newest(person) }, body })

/** Lets time go by, in minutes. */
export const wait = ({ clock }: Stage, minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** What history tells that became of what had no place, oldest first. */
export const acts = ({ database }: Stage) =>
  database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'subjectId', 'after'])
    .where('subject', '=', 'unplaced')
    .where('act', '<>', 'unplaced.received')
    .orderBy('id')
    .execute()
