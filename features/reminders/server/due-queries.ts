import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { joinCounted } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { findAsOf, isCounting } from '#kit/server/projections/mark.ts'
import { dueWindow, momentOf } from '../domain.ts'
import { living, owing } from './queries.ts'

export type DueReminder = Columns<
  'reminders',
  'id' | 'minutes' | 'title' | 'body' | 'atNight' | 'sinceAt' | 'madeBy' | 'madeByName' | 'ngoId'
>

/**
 * The reminders of an election, each locked until the transaction ends: what one process sends another one finds
 * sent. None where nothing is sent any more.
 */
export async function lockReminders(
  tx: Tx,
  electionId: Id<'elections'>,
): Promise<{ readonly timezone: string; readonly reminders: readonly DueReminder[] }> {
  const { rows } = await sql<DueReminder & { readonly timezone: string }>`
    select r.id, r.minutes, r.title, r.body, r.at_night, r.since_at, r.made_by, r.made_by_name, r.ngo_id, e.timezone
      from ${living}
      join elections e on e.id = r.election_id
     where r.election_id = ${electionId} and r.deleted_at is null and e.is_current and e.state <> 'archived'
     order by r.id
       for no key update of r`.execute(tx)
  return { timezone: rows[0]?.timezone ?? 'UTC', reminders: rows }
}

/** An assignment to remind now, with its station. */
export type Owing = Columns<'expectations', 'assignmentId' | 'observerId' | 'dueAt'> & {
  readonly station: string
}

export async function listOwing(
  tx: Tx,
  electionId: Id<'elections'>,
  reminder: DueReminder,
  now: Date,
): Promise<Owing[]> {
  const { after, until } = dueWindow(reminder, now)
  const { rows } = await sql<Owing>`
    select x.assignment_id, x.observer_id, x.due_at, a.name || ' ' || s.number as station
      from reminders r
      join expectations x on ${owing}
      join observers o on o.election_id = x.election_id and o.id = x.observer_id and o.deleted_at is null
      ${joinCounted(sql`x.election_id`, sql`x.polling_station_id`)}
      join areas a on a.election_id = s.election_id and a.id = s.area_id
     where r.election_id = ${electionId} and r.id = ${reminder.id} and x.due_at > ${after} and x.due_at <= ${until}
     order by x.due_at, x.observer_id, x.assignment_id`.execute(tx)
  return rows
}

/** The time up to which expectations are counted; undefined while a large change is being counted. */
export async function countedUntil(
  db: Db | Tx,
  electionId: Id<'elections'>,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ isCounting: boolean }>`
    select ${isCounting(electionId)} as is_counting`.execute(db)
  return rows[0]?.isCounting === false ? findAsOf(db, electionId, now) : undefined
}

/** Records the assignments that a message reminded of, so that they are not reminded twice. */
export async function insertReminded(
  tx: Tx,
  electionId: Id<'elections'>,
  by: { readonly reminderId: number; readonly notificationId: number },
  owing: readonly Owing[],
): Promise<void> {
  await sql`
    insert into reminded (election_id, reminder_id, assignment_id, due_at, notification_id)
    select ${electionId}, ${by.reminderId}, o.assignment_id, o.due_at, ${by.notificationId}
      from unnest(${owing.map(({ assignmentId }) => assignmentId)}::integer[],
                  ${owing.map(({ dueAt }) => dueAt)}::timestamptz[]) o (assignment_id, due_at)`.execute(
    tx,
  )
}

/** When the next of these is to be sent; undefined: none is known. */
export async function findNext(
  db: Db | Tx,
  electionId: Id<'elections'>,
  reminders: readonly DueReminder[],
  now: Date,
): Promise<Date | undefined> {
  let next: Date | undefined
  for (const { id, minutes } of reminders) {
    const { rows } = await sql<{ dueAt: Date | null }>`
      select min(x.due_at) as due_at from reminders r join expectations x on ${owing}
       where r.election_id = ${electionId} and r.id = ${id} and x.due_at > ${momentOf(now, -minutes)}`.execute(
      db,
    )
    const dueAt = rows[0]?.dueAt
    const at = dueAt && momentOf(dueAt, minutes)
    if (at && (!next || at < next)) next = at
  }
  return next
}

/** The elections that have reminders. */
export async function listReminding(db: Db): Promise<Id<'elections'>[]> {
  const { rows } = await sql<Columns<'reminders', 'electionId'>>`
    select distinct r.election_id from reminders r join elections e on e.id = r.election_id
     where r.deleted_at is null and e.state <> 'archived' and e.deleted_at is null`.execute(db)
  return rows.map(({ electionId }) => electionId)
}
