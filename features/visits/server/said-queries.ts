import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { FactMoment, ReportMoment } from '../domain.ts'

/**
 * Locks observers until this transaction ends: keeping or placing unplaced items locks their observers first,
 * in one pass, as reports do when they lock visits.
 */
export async function lockObservers(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select hold_observers(${arrayOf(ids)}::integer[])`.execute(tx)
}

/** Locks those observers for whom nobody writes just now; returns them. */
export async function tryLockObservers(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from (select id from unnest(${arrayOf(ids)}::integer[]) o (id) order by id) i
     where try_hold_observer(i.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A question that somebody answers at a station. */
export type VisitQuestion = {
  readonly observerId: number
  readonly pollingStationId: number
  readonly questionId: number
}

type LastSaidMoment = Columns<'lastSaid', 'unplacedId'> & {
  readonly at: Column<'lastSaid', 'saidAt'>
}

/** When the question was last answered there, from its current answer or from the record for the others. */
export async function findLastSaid(
  tx: Tx,
  electionId: Id<'elections'>,
  { observerId, pollingStationId, questionId }: VisitQuestion,
): Promise<ReportMoment | undefined> {
  const { rows } = await sql<LastSaidMoment>`
    select at, unplaced_id as "unplacedId" from (
      select said_at as at, unplaced_id from last_said
       where election_id = ${electionId} and observer_id = ${observerId}
         and polling_station_id = ${pollingStationId} and question_id = ${questionId}
      union all
      select n.received_at, 0
        from visits v
        join answers n on n.election_id = v.election_id and n.visit_id = v.id
         and n.question_id = ${questionId}
       where v.election_id = ${electionId} and v.observer_id = ${observerId}
         and v.polling_station_id = ${pollingStationId}) s
     order by at desc, unplaced_id desc limit 1`.execute(tx)
  return rows[0]
}

/** A question and the moment it was said, where no answer records it. */
export type DatedVisitQuestion = VisitQuestion & { readonly now: Date; readonly unplacedId: number }

const isNewer = sql`(l.said_at, l.unplaced_id) < (excluded.said_at, excluded.unplaced_id)`

/**
 * Stores when questions were last said; a part of statements. Only for observers with unplaced items: nothing
 * else is ever compared with it.
 */
export const sayingOf = (electionId: Id<'elections'>, said: readonly DatedVisitQuestion[]) => sql`
  insert into last_said as l
    (election_id, observer_id, polling_station_id, question_id, said_at, unplaced_id)
  select ${electionId}, s.observer_id, s.polling_station_id, s.question_id, s.said_at, s.unplaced_id
    from unnest(${columnOf(said, 'observerId')}::integer[],
                ${columnOf(said, 'pollingStationId')}::integer[],
                ${columnOf(said, 'questionId')}::integer[],
                ${columnOf(said, 'now')}::timestamptz[],
                ${columnOf(said, 'unplacedId')}::integer[])
         as s (observer_id, polling_station_id, question_id, said_at, unplaced_id)
   where (select true from unplaced u
           where u.election_id = ${electionId} and u.observer_id = s.observer_id limit 1)
  on conflict (election_id, observer_id, polling_station_id, question_id) do update
    set said_at = greatest(l.said_at, excluded.said_at),
        unplaced_id = case when ${isNewer} then excluded.unplaced_id else l.unplaced_id end,
        -- What was placed there is later by the clock, and this was sent there all the same.
        sent_at = case when ${isNewer} then null else excluded.said_at end
    where ${isNewer} or excluded.unplaced_id = 0 and l.unplaced_id <> 0`

/** The record of when the question was said there, apart from the answers; undefined: none. */
export async function findRecorded(
  tx: Tx,
  electionId: Id<'elections'>,
  { observerId, pollingStationId, questionId }: VisitQuestion,
): Promise<FactMoment | undefined> {
  const { rows } = await sql<LastSaidMoment & Columns<'lastSaid', 'sentAt'>>`
    select said_at as at, unplaced_id as "unplacedId", sent_at as "sentAt" from last_said
     where election_id = ${electionId} and observer_id = ${observerId}
       and polling_station_id = ${pollingStationId} and question_id = ${questionId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { sentAt, ...saying } = row
  return { ...saying, ...(sentAt && { sentAt }) }
}

/** Restores the former record. */
export async function putRecorded(
  tx: Tx,
  electionId: Id<'elections'>,
  { observerId, pollingStationId, questionId }: VisitQuestion,
  told: FactMoment | undefined,
): Promise<void> {
  await sql`
    delete from last_said
     where election_id = ${electionId} and observer_id = ${observerId}
       and polling_station_id = ${pollingStationId} and question_id = ${questionId}`.execute(tx)
  if (told)
    await sql`
      insert into last_said
        (election_id, observer_id, polling_station_id, question_id, said_at, unplaced_id, sent_at)
      values (${electionId}, ${observerId}, ${pollingStationId}, ${questionId}, ${told.at},
              ${told.unplacedId}, ${told.sentAt ?? null})`.execute(tx)
}
