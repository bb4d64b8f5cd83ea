import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { record } from '#kit/server/history/history.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { notificationsChanged } from '../contract.ts'
import { fillBlanks } from '../domain.ts'
import { deliver } from './delivery-queries.ts'
import { digestOfRecipients } from './send-queries.ts'

/** A message with blanks that the server sends in the name of an account. */
export type FilledMessage = {
  readonly title: string
  readonly body: string
  /** The value of `{deadline}`, the same for all. */
  readonly deadline: string
  readonly sender: { readonly id: number; readonly name: string; readonly ngoId: Id<'ngos'> }
  /** The recipients without duplicates, with their values of `{station}`. */
  readonly recipients: readonly { readonly observerId: number; readonly stations: string }[]
  readonly now: Date
}

/** Stores the message, fixes its recipients, and leaves the rest to the job. */
export async function insertFilled(
  tx: Tx,
  electionId: Id<'elections'>,
  { title, body: blank, deadline, sender, recipients, now }: FilledMessage,
): Promise<Id<'notifications'>> {
  const body = fillBlanks(blank, { deadline })
  const { rows } = await sql<{ id: Id<'notifications'> }>`
    with message as (
      insert into notifications (election_id, sender_id, sender_account, ngo_id, channel, title, body, inserted_at,
                                 recipients)
      values (${electionId}, ${sender.id}, ${sender.name}, ${sender.ngoId}, 'Firebase', ${title}, ${body}, ${now},
              ${recipients.length})
      returning id
    ), made as (
      insert into deliveries (election_id, notification_id, observer_id, at, stations)
      select ${electionId}, message.id, r.observer_id, ${now}, r.stations
        from message, unnest(${recipients.map(({ observerId }) => observerId)}::integer[],
                             ${recipients.map(({ stations }) => stations)}::text[]) r (observer_id, stations)
      -- The lock order of every bulk change of observers, against deadlocks.
       order by r.observer_id
    )
    select id from message`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('nothing was stored')
  const ids = recipients.map(({ observerId }) => observerId)
  await enqueue(tx, deliver, { electionId, notificationId: row.id })
  await record(tx, {
    ...{ electionId, at: now, actor: { role: 'server', id: null, name: 'Veghe' } },
    ...{ act: 'notifications.sent', subject: 'notifications', subjectId: row.id },
    after: { title, body, recipients: ids.length, recipientsDigest: digestOfRecipients(ids) },
  })
  await announce(tx, notificationsChanged, { electionId, ngoId: sender.ngoId }, {})
  return row.id
}
