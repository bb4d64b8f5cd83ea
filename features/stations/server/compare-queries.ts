import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import { isCounted } from '#features/visits/server/counted-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Slice } from '#kit/server/projections/projection.ts'
import type { JudgedDifference } from '../domain.ts'

type ElectionId = Id<'elections'>
type StationId = Id<'pollingStations'>

/**
 * Queues the stations to compare: those with answers of several observers, counting merged ones together, and those
 * with differences. It queues none of an election that is being deleted. Each row is found by a key: without
 * statistics PostgreSQL would read all visits.
 *
 * @returns whether any is queued.
 */
export async function noteUncompared(tx: Tx, { electionId, within }: Slice): Promise<boolean> {
  const { rows } = await sql<{ isAny: boolean }>`
    with stale as materialized (
      select distinct n.counted_as as id from polling_stations n
       where n.election_id = ${electionId} and ${within(sql`n.id`)}
    ), shared as (
      select c.id from stale c
       cross join lateral (
         select min(v.observer_id) <> max(v.observer_id) as is_shared
           from (select s.id from polling_stations s
                  where s.election_id = ${electionId} and s.counted_as = c.id offset 0) s
          cross join lateral (
            select v.observer_id from visits v
             where v.election_id = ${electionId} and v.polling_station_id = s.id and v.answered > 0
               and ${isCounted(electionId)}
            offset 0) v) r
       where r.is_shared
    ), noted as (
      insert into uncompared_stations (election_id, polling_station_id)
      select ${electionId}::integer, d.id
        from (select id from shared
              union
              select d.polling_station_id from differences d
               where d.election_id = ${electionId}
                 and (${within(sql`d.polling_station_id`)}
                      or d.polling_station_id = any(array(select id from stale)))) d
       where (select e.emptying is distinct from 'everything' from elections e where e.id = ${electionId})
          on conflict do nothing
      returning 1
    )
    select exists (select from noted) as is_any`.execute(tx)
  return rows[0]?.isAny ?? false
}

/** Takes from the queue the stations that have waited longest. */
export async function takeUncompared(
  tx: Tx,
  electionId: ElectionId,
  most: number,
): Promise<StationId[]> {
  const { rows } = await sql<{ readonly id: StationId }>`
    delete from uncompared_stations
     where election_id = ${electionId}
       and polling_station_id = any(array(
             select n.polling_station_id from uncompared_stations n
              where n.election_id = ${electionId} order by n.id limit ${most}))
    returning polling_station_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A visit whose answers are compared with others to the same station. */
export type ComparedVisit = {
  readonly visitId: Column<'visits', 'id'>
  readonly observerId: Column<'visits', 'observerId'>
  readonly ngoId: Column<'visits', 'ngoId'>
  readonly isLeftOut: boolean
  /** The station that its phone named; it may be merged. */
  readonly pollingStationId: Column<'visits', 'pollingStationId'>
  readonly countedAs: StationId
}

/** The visits to these stations and to those merged into them. */
export async function listCompared(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly StationId[],
): Promise<ComparedVisit[]> {
  const { rows } = await sql<ComparedVisit>`
    select v.id as visit_id, v.observer_id, v.ngo_id, v.polling_station_id, c.id as counted_as, v.is_left_out
      from unnest(${arrayOf(stationIds)}::integer[]) c (id)
     cross join lateral (
       select s.id from polling_stations s
        where s.election_id = ${electionId} and s.counted_as = c.id offset 0) s
     cross join lateral (
       select v.id, v.observer_id, v.ngo_id, v.polling_station_id,
              not (${isCounted(electionId)}) as is_left_out
         from visits v
        where v.election_id = ${electionId} and v.polling_station_id = s.id offset 0) v
     order by c.id, v.is_left_out, v.id`.execute(tx)
  return rows
}

/** The organisation that runs the election. */
export async function getOrganiser(tx: Tx): Promise<Id<'ngos'>> {
  const { rows } = await sql<Columns<'ngos', 'id'>>`select id from ngos where is_organiser`.execute(
    tx,
  )
  const [organiser] = rows
  if (!organiser) throw new Error('The election has no organiser')
  return organiser.id
}

/** A stored difference, with its station. */
export type StoredDifference = Omit<JudgedDifference, 'compared' | 'ngoId'> &
  Columns<'differences', 'answers'> & {
    readonly stationId: StationId
    /** The organisation whose observers differ; 0: observers of all organisations. */
    readonly ngoId: number
  }

export async function listStored(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly StationId[],
): Promise<StoredDifference[]> {
  const { rows } = await sql<StoredDifference>`
    select polling_station_id as station_id, ngo_id, question_id, form_id, form_version, answers, said_at, is_flagged
      from differences
     where election_id = ${electionId} and polling_station_id = any(${arrayOf(stationIds)}::integer[])`.execute(
    tx,
  )
  return rows
}

type DifferenceKey = Pick<StoredDifference, 'stationId' | 'ngoId' | 'questionId'>

export async function deleteDifferences(
  tx: Tx,
  electionId: ElectionId,
  gone: readonly DifferenceKey[],
): Promise<void> {
  if (gone.length === 0) return
  await sql`
    delete from differences d
     using unnest(${columnOf(gone, 'ngoId')}::integer[],
                  ${columnOf(gone, 'stationId')}::integer[],
                  ${columnOf(gone, 'questionId')}::integer[]) as g (ngo, station, question)
     where d.election_id = ${electionId} and d.ngo_id = g.ngo and d.polling_station_id = g.station
       and d.question_id = g.question`.execute(tx)
}

/** Upserts differences by question, station and organisation. */
export async function putDifferences(
  tx: Tx,
  electionId: ElectionId,
  some: readonly StoredDifference[],
): Promise<void> {
  if (some.length === 0) return
  await sql`
    insert into differences
      (election_id, ngo_id, polling_station_id, question_id, form_id, form_version, answers, said_at, is_flagged)
    select ${electionId}, d.ngo, d.station, d.question, d.form, d.version, d.answers, d.said_at, d.flagged
      from unnest(${columnOf(some, 'ngoId')}::integer[],
                  ${columnOf(some, 'stationId')}::integer[],
                  ${columnOf(some, 'questionId')}::integer[],
                  ${columnOf(some, 'formId')}::integer[],
                  ${columnOf(some, 'formVersion')}::integer[],
                  ${some.map(({ answers }) => answers)}::text[],
                  ${columnOf(some, 'saidAt')}::timestamptz[],
                  ${columnOf(some, 'isFlagged')}::boolean[])
           as d (ngo, station, question, form, version, answers, said_at, flagged)
        on conflict (election_id, ngo_id, polling_station_id, question_id) do update
       set form_id = excluded.form_id, form_version = excluded.form_version, answers = excluded.answers,
           said_at = excluded.said_at, is_flagged = excluded.is_flagged`.execute(tx)
}
