import { sql } from 'kysely'
import { expect } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { prepare } from '#features/elections/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '#testing/stage.ts'
import { milestones, type State } from '../contract.ts'

export type Draft = CallInput<typeof milestones.add>['body']

/** Adds a milestone, and waits until its expectations are counted. */
export async function due(cast: Stage, ...drafts: readonly Draft[]) {
  const ids: Id<'milestones'>[] = []
  for (const body of drafts) ids.push(await cast.ana.call(milestones.add, { body }))
  await figuresSettled(cast)
  return ids
}

/** Waits until expectations are counted, and compares them with a recount. */
export async function figuresSettled(cast: Stage) {
  await cast.figures()
  expect(await miscounted(cast.database)).toEqual([])
}

/** Another election with a milestone: an arrival, or a form of this code. */
export async function milestoneElsewhere(cast: Stage, code?: string): Promise<Id<'elections'>> {
  const electionId = await prepare(cast)
  await cast.database.write((tx) =>
    sql`
      with form as (
        insert into forms (election_id, code, is_draft)
        select ${electionId}, ${code ?? ''}, true where ${code !== undefined}
        returning id
      )
      insert into milestones (election_id, name, kind, form_id, due_at)
      select ${electionId}, 'Din alte alegeri', ${code === undefined ? 'arrival' : 'form'}, (select id from form),
             '2026-12-06 10:00Z'::timestamptz`.execute(tx),
  )
  return electionId
}

export const arrival: Draft = { name: 'Sosire', kind: 'arrival', dueAt: '2026-11-22 12:00' }

/** A message is due, which is sent to Bogdan Pop alone, or held for some seconds. */
export async function ofMessage(cast: Stage, held = {}): Promise<Draft> {
  const recipients = [await observerIdOf(cast, 'Bogdan Pop')]
  const message = { title: 'Bună dimineața', message: 'Succes!', channelName: 'Firebase' }
  const body = { ...message, recipients, ...held }
  await cast.ana.call(notifications.send, { body })
  const { data } = await cast.ana.call(notifications.list, { query: {} })
  return { ...arrival, name: 'Citit', kind: 'message', notificationId: data[0]!.id }
}

/** How far each is, as `Bogdan Pop Dej 1: late`. */
export async function listedStates({ ana }: Stage, person = ana) {
  const { data } = await person.call(milestones.expected, { query: {} })
  return data.map(
    (one) =>
      `${one.observerName} ${one.municipality} ${one.pollingStationNumber}: ${one.milestones
        .map(({ state }) => state)
        .join(', ')}`,
  )
}

/** The totals of all counties that are not zero. */
export async function totals(person: Stage['ana']) {
  const { rows } = await person.call(milestones.deployment, { query: {} })
  return rows.map(({ name, milestones: each }) => {
    const counts = each.map(({ counts: of }) => Object.entries(of).filter(([, count]) => count > 0))
    return [
      name,
      ...counts.map((of) => Object.fromEntries(of) as Partial<Record<State | 'doneLate', number>>),
    ]
  })
}

/** The area with this code. */
export const areaOf = async (cast: Stage, code: string) => {
  const { id } = await cast.database.primary
    .selectFrom('areas')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return id as Id<'areas'>
}

export const at = (time: string) => new Date(`2026-11-22T${time}:00+02:00`)
