import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { isOwing } from '#features/milestones/server/state-queries.ts'
import { isSeenBy } from '#features/notifications/server/queries.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, Staff } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Reminder, ReminderDraft } from '../contract.ts'
import { dueWindow, isAtNight, momentOf } from '../domain.ts'

/** Reminders `r` that are sent, with their milestone `m`. */
export const living = sql`
  reminders r
  join milestones m on m.election_id = r.election_id and m.id = r.milestone_id and m.deleted_at is null`

/** The open expectations `x` of a reminder `r` that were not reminded before. */
export const owing = sql`
  x.election_id = r.election_id and x.milestone_id = r.milestone_id and ${isOwing}
  and not exists (select from reminded d
                   where d.election_id = x.election_id and d.reminder_id = r.id
                     and d.assignment_id = x.assignment_id)`

type Row = Omit<Reminder, 'next' | 'sent' | 'isSilent'> & { readonly sinceAt: Date }

/** The most deadlines of one milestone that are looked at: of shifts there may be some. */
const mostDeadlines = 50

/** All reminders, by milestone and moment, with their next time and the number of recipients the caller sees. */
export async function listReminders(db: Db, who: Staff, now: Date): Promise<Reminder[]> {
  const { scope, timezone } = who
  const { electionId } = scope
  const { rows } = await sql<Row>`
    select r.id, r.milestone_id, m.name as milestone, r.minutes, r.title, r.body as message, r.at_night,
           r.made_by_name as made_by, r.since_at
      from ${living}
     where r.election_id = ${electionId} and r.deleted_at is null
     order by m.due_at nulls first, m.due_after_min, m.id, r.minutes, r.id`.execute(db)
  const sent = groupBy(await listSent(db, who), ({ reminderId }) => reminderId)
  const each: Reminder[] = []
  for (const { sinceAt, ...row } of rows) {
    const coming = await listComing(db, scope, row, dueWindow({ ...row, sinceAt }, now).until)
    const next = coming.find(({ at }) => row.atNight || !isAtNight(at, timezone)) ?? null
    const messages = (sent.get(row.id) ?? []).map(({ reminderId: _, ...one }) => one)
    each.push({ ...row, next, isSilent: next === null && coming.length > 0, sent: messages })
  }
  return each
}

/** When a reminder is still to go out, the earliest first, and to how many each time. */
async function listComing(
  db: Db,
  scope: Scope,
  { id, minutes }: Pick<Row, 'id' | 'minutes'>,
  after: Date,
): Promise<readonly { readonly at: Date; readonly recipients: number }[]> {
  const { rows } = await sql<{ dueAt: Date; recipients: number }>`
    select x.due_at, count(distinct x.observer_id)::integer as recipients
      from reminders r join expectations x on ${owing}
     where r.election_id = ${scope.electionId} and r.id = ${id} and x.due_at > ${after} ${ofTheirs(scope)}
     group by x.due_at order by x.due_at limit ${mostDeadlines}`.execute(db)
  return rows.map(({ dueAt, recipients }) => ({ at: momentOf(dueAt, minutes), recipients }))
}

const ofTheirs = (scope: Scope): RawBuilder<unknown> => sql`
  and (${scope.ngoId}::integer is null or x.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`x.county_id`)}`

type SentRow = Reminder['sent'][number] & { readonly reminderId: Id<'reminders'> }

/** Sent reminders with at least one recipient that the caller may see, and the number of those recipients. */
async function listSent(db: Db, who: Staff): Promise<SentRow[]> {
  const { scope } = who
  const isLimited = scope.ngoId !== null || scope.countyIds !== null
  const recipients = isLimited
    ? sql`(select count(*)::integer from deliveries d
            where d.election_id = n.election_id and d.notification_id = n.id
              and d.observer_id in (select o.id from observers o where ${inScope(scope)}))`
    : sql`n.recipients`
  const { rows } = await sql<SentRow>`
    select * from (
      select s.reminder_id, case when ${isSeenBy(who)} then n.id end as notification_id, n.inserted_at as at,
             ${recipients} as recipients
        from reminders r
        cross join lateral (
          select distinct d.reminder_id, d.notification_id from reminded d
           where d.election_id = r.election_id and d.reminder_id = r.id
           order by d.notification_id desc limit 10) s
        join notifications n on n.election_id = r.election_id and n.id = s.notification_id
       where r.election_id = ${scope.electionId}) sent
     where recipients > 0
     order by at desc, notification_id desc`.execute(db)
  return rows
}

/** Adds a reminder; undefined when there is no such milestone. */
export async function insertReminder(
  tx: Tx,
  { scope: { electionId }, id, name, ngoId }: Staff,
  { milestoneId, minutes, title, message, atNight }: ReminderDraft,
  sinceAt: Date,
): Promise<Id<'reminders'> | undefined> {
  const { rows } = await sql<{ id: Id<'reminders'> }>`
    insert into reminders (election_id, milestone_id, minutes, title, body, at_night, since_at, made_by, made_by_name,
                           ngo_id)
    select election_id, id, ${minutes}, ${title}, ${message}, ${atNight}, ${sinceAt}, ${id}, ${name}, ${ngoId}
      from milestones where election_id = ${electionId} and id = ${milestoneId} and deleted_at is null
    returning id`.execute(tx)
  return rows[0]?.id
}

export type StoredReminder = Columns<
  'reminders',
  'id' | 'milestoneId' | 'minutes' | 'title' | 'body' | 'atNight'
>

/** Deletes a reminder (`at`: when), or restores it without the messages that were due meanwhile. */
export async function setReminderDeleted(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'reminders'>,
  { at, now }: { readonly at: Date | null; readonly now: Date },
): Promise<StoredReminder | undefined> {
  const { rows } = await sql<StoredReminder>`
    update reminders set deleted_at = ${at}, since_at = case when ${at === null} then ${now}::timestamptz else since_at end
     where election_id = ${electionId} and id = ${id} and (deleted_at is null) = ${at !== null}
    returning id, milestone_id, minutes, title, body, at_night`.execute(tx)
  return rows[0]
}

/**
 * When a rehearsal is started for real, forgets which observers were reminded, so that they get the real
 * reminders. Reminders due before that moment are not sent again. The sent messages stay.
 */
export async function forgetPractised(
  tx: Tx,
  electionId: Id<'elections'>,
  now: Date,
): Promise<void> {
  await sql`
    update reminders set since_at = greatest(since_at, ${now}::timestamptz)
     where election_id = ${electionId}`.execute(tx)
  await sql`delete from reminded where election_id = ${electionId}`.execute(tx)
}
