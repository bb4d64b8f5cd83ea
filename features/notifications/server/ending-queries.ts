import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { actorOf, recordEach } from '#kit/server/history/history.ts'
import type { ActorContext } from '#kit/server/history/record-change.ts'
import { dequeue } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { notificationsChanged } from '../contract.ts'
import { deliver } from './delivery-queries.ts'
import { takeBack } from './held-queries.ts'

/**
 * Ends what is being sent in an election that is left or deleted: for recipients it has not reached, it
 * failed.
 */
export async function endSending(
  { db, who, now }: ActorContext,
  electionId: Id<'elections'>,
): Promise<void> {
  const { rows } = await sql<
    Columns<'notifications', 'id' | 'title' | 'ngoId'> & { readonly recipients: number }
  >`
    with moved as (
      update deliveries set state = 'failed', why = 'election-over', at = ${now}
       where election_id = ${electionId} and state = 'queued'
      returning notification_id
    ), total as (
      select notification_id as id, count(*) as recipients from moved group by notification_id
    )
    update notifications n set failed = n.failed + total.recipients, held_until = null,
           send_at = case when n.held_until is null then n.send_at end
      from total
     where n.election_id = ${electionId} and n.id = total.id
    returning n.id, n.title, n.ngo_id, total.recipients`.execute(db)
  if (rows.length === 0) return
  const act = { act: 'notifications.ended', subject: 'notifications' }
  const changes = rows.map(({ id, title, recipients }) => ({
    subjectId: id,
    after: { title, recipients },
  }))
  await recordEach(db, { ...act, electionId, at: now, actor: actorOf(who) }, changes)
  await announce(db, notificationsChanged, { electionId, ngoId: null }, {})
}

/**
 * Takes back what waits in a rehearsal that is started for real: it was tried, and would reach real phones in the
 * real election. Its words and recipients stay, so that it can be written again.
 */
export async function takeBackPractised(
  { db, who, now }: ActorContext,
  electionId: Id<'elections'>,
): Promise<void> {
  const actor = actorOf(who)
  const changes = []
  for (const { id, title } of await lockWaiting(db, electionId)) {
    const key = { electionId, notificationId: id }
    const recipients = await takeBack(db, key, { name: actor.name, now })
    await dequeue(db, deliver, key)
    changes.push({ subjectId: id, after: { title, recipients } })
  }
  if (changes.length === 0) return
  const act = { act: 'notifications.practice-taken-back', subject: 'notifications' }
  await recordEach(db, { ...act, electionId, at: now, actor }, changes)
  await announce(db, notificationsChanged, { electionId, ngoId: null }, {})
}

/** The messages that wait, locked for this transaction. */
const lockWaiting = (tx: Tx, electionId: Id<'elections'>) =>
  tx
    .selectFrom('notifications')
    .select(['id', 'title'])
    .where('electionId', '=', electionId)
    .where('heldUntil', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
