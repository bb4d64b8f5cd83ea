import { sql } from 'kysely'
import { expect } from 'vitest'
import { observers } from '#features/observers/contract.ts'
import { countNobody } from '#features/observers/server/testing.ts'
import { session } from '#features/session/contract.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { notifications } from '../contract.ts'

export const words = { title: 'Atenție', message: 'Secția 12 s-a mutat în școala nouă' }

/** Registers an observer's phone for messages. */
export const register = (person: Person, token: string, channelName = 'Firebase') =>
  person.call(session.registerDevice, { body: { channelName, token } })

/** The cast's observers by the first name in theirs. */
export async function idsOf({ ana }: Stage) {
  const { data } = await ana.call(observers.list, { query: {} })
  const idOf = (name: string) => data.find((one) => one.name.startsWith(name))!.id
  return { bogdan: idOf('Bogdan'), dana: idOf('Dana'), emil: idOf('Emil') }
}

/** The message that was sent last. */
export const latest = async ({ ana }: Stage) =>
  (await ana.call(notifications.list, { query: {} })).data[0]!

/** The same, once every recipient has a result. */
export async function allSent(cast: Stage, timeout = 15_000) {
  await expect.poll(async () => (await latest(cast)).queued, { timeout, interval: 200 }).toBe(0)
  return latest(cast)
}

/** The acts on messages in history, in order, such as `ana: notifications.sent`. */
export const acts = async ({ database }: Stage) =>
  (
    await database.primary
      .selectFrom('history')
      .select(['actorName', 'act'])
      .where('subject', '=', 'notifications')
      .orderBy('id')
      .execute()
  ).map(({ actorName, act }) => `${actorName}: ${act}`)

/** The deliveries of the last message, by the recipients' names. */
export async function resultsOf(cast: Stage) {
  const { id } = await allSent(cast)
  const { data } = await cast.ana.call(notifications.deliveries, { params: { id }, query: {} })
  return Object.fromEntries(data.map((one) => [one.observerName, one.why ?? one.state]))
}

/** Adds so many observers of Ana's organisation, with a phone each: `phone 1`, `phone 2`. */
export async function addCrowd({ database }: Pick<Stage, 'database'>, size: number): Promise<void> {
  await database.write(async (tx) => {
    await sql`
      with added as (
        insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
        select election_id, ngo_id, 'Observator ' || number, '07 ' || number, '7' || number, ''
          from observers, generate_series(1, ${size}::integer) number where name = 'Bogdan Pop'
        returning election_id, id, substr(name, 12) as number
      )
      insert into devices (election_id, observer_id, channel, token, registered_at)
      select election_id, id, 'firebase', 'phone ' || number, now() from added`.execute(tx)
    await countNobody(tx)
  })
}
