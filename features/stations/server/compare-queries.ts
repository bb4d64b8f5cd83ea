import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { JudgedDifference } from '../domain.ts'

type ElectionId = Id<'elections'>
type StationId = Id<'pollingStations'>

/** An election whose answers are compared. */
export type ComparedElection = Columns<'elections', 'id'> & { readonly isArchived: boolean }

export async function listElections(db: Db): Promise<ComparedElection[]> {
  const { rows } = await sql<ComparedElection>`
    select e.id, e.state = 'archived' as is_archived from elections e
     where e.deleted_at is null and e.emptying is null order by e.id`.execute(db)
  return rows
}

/** Few only test: nobody else is looked up. */
const isTest = (electionId: ElectionId) => sql<boolean>`
  v.observer_id = any(array(select o.observer_id from observer_counts o
                             where o.election_id = ${electionId} and o.is_test))`

/**
 * In which version a visit `v` is: the transaction that wrote it, as every change of its answers does, and whether its
 * observer only tests.
 */
const version = (electionId: ElectionId) => sql`
  v.xmin::text || case when ${isTest(electionId)} then ' test' else '' end`

/**
 * The stations where something has changed since they were compared: with at least two visits, of which one is new, was
 * changed, or belonged elsewhere; or with less than was compared. Only what stands for others is named.
 */
export async function listChanged(db: Db, electionId: ElectionId): Promise<StationId[]> {
  const { rows } = await sql<{ readonly id: StationId }>`
    with visited as materialized (
      select v.id, s.counted_as, ${version(electionId)} as version
        from visits v
        join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
       where v.election_id = ${electionId}
    ), shared as (
      select counted_as from visited group by counted_as having count(*) > 1
    ), compared as (
      select c.polling_station_id, c.visit_id, c.version from compared_visits c where c.election_id = ${electionId}
    )
    select distinct coalesce(c.polling_station_id, v.counted_as) as id
      from (select * from visited where counted_as in (select counted_as from shared)) v
      full join compared c on c.visit_id = v.id and c.polling_station_id = v.counted_as
     where c.version is distinct from v.version
     order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Held until the transaction ends by the one process that compares; false: another one does, or the election is being
 * emptied since, of what would be put in here as well.
 */
export async function lockComparing(tx: Tx, electionId: ElectionId): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`stations.compare:${electionId}`}, 0))
           and exists (select from elections e
                        where e.id = ${electionId} and e.deleted_at is null and e.emptying is null) as is_ours`.execute(
    tx,
  )
  return rows[0]?.isOurs ?? false
}

/** A visit that is compared with others to the same station. */
export type ComparedVisit = {
  readonly visitId: Column<'visits', 'id'>
  readonly observerId: Column<'visits', 'observerId'>
  readonly ngoId: Column<'visits', 'ngoId'>
  readonly isTest: boolean
  /** The station that its phone named. */
  readonly pollingStationId: Column<'visits', 'pollingStationId'>
  readonly countedAs: StationId
}

/**
 * Notes in which version the visits to these stations are compared, and says which these are. Before their answers are
 * read: what changes in between is found again, and never missed.
 */
export async function putCompared(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly StationId[],
): Promise<ComparedVisit[]> {
  const these = sql`any(${arrayOf(stationIds)}::integer[])`
  await sql`
    delete from compared_visits
     where election_id = ${electionId} and polling_station_id = ${these}`.execute(tx)
  const { rows } = await sql<ComparedVisit>`
    with visited as materialized (
      select v.id, v.observer_id, v.ngo_id, v.polling_station_id, s.counted_as,
             ${isTest(electionId)} as is_test, ${version(electionId)} as version,
             count(*) over (partition by s.counted_as) as visits
        from polling_stations s
        join visits v on v.election_id = s.election_id and v.polling_station_id = s.id
       where s.election_id = ${electionId} and s.counted_as = ${these}
    ), noted as (
      insert into compared_visits (election_id, polling_station_id, visit_id, version)
      select ${electionId}, counted_as, id, version from visited where visits > 1
    )
    select id as visit_id, observer_id, ngo_id, polling_station_id, counted_as, is_test
      from visited where visits > 1 order by is_test, id`.execute(tx)
  return rows
}

/** The organisation that hears what concerns all. */
export async function getOrganiser(tx: Tx): Promise<Id<'ngos'>> {
  const { rows } = await sql<Columns<'ngos', 'id'>>`select id from ngos where is_organiser`.execute(
    tx,
  )
  const [organiser] = rows
  if (!organiser) throw new Error('Nobody runs the election')
  return organiser.id
}

/** A difference as it is kept, with its station. */
export type KeptDifference = Omit<JudgedDifference, 'compared' | 'ngoId'> &
  Columns<'differences', 'answers'> & {
    readonly stationId: StationId
    /** Among whose observers; 0: all. */
    readonly ngoId: number
  }

export async function listKept(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly StationId[],
): Promise<KeptDifference[]> {
  const { rows } = await sql<KeptDifference>`
    select polling_station_id as station_id, ngo_id, question_id, form_id, form_version, answers, said_at
      from differences
     where election_id = ${electionId} and polling_station_id = any(${arrayOf(stationIds)}::integer[])
     order by polling_station_id, ngo_id, question_id`.execute(tx)
  return rows
}

/** Keeps these differences of some stations in place of what was kept of them. */
export async function replaceKept(
  tx: Tx,
  electionId: ElectionId,
  stationIds: readonly StationId[],
  kept: readonly KeptDifference[],
): Promise<void> {
  await sql`
    delete from differences
     where election_id = ${electionId} and polling_station_id = any(${arrayOf(stationIds)}::integer[])`.execute(
    tx,
  )
  await sql`
    insert into differences
      (election_id, ngo_id, polling_station_id, question_id, form_id, form_version, answers, said_at)
    select ${electionId}, d.ngo, d.station, d.question, d.form, d.version, d.answers, d.said_at
      from unnest(${columnOf(kept, 'ngoId')}::integer[],
                  ${columnOf(kept, 'stationId')}::integer[],
                  ${columnOf(kept, 'questionId')}::integer[],
                  ${columnOf(kept, 'formId')}::integer[],
                  ${columnOf(kept, 'formVersion')}::integer[],
                  ${kept.map(({ answers }) => answers)}::text[],
                  ${columnOf(kept, 'saidAt')}::timestamptz[])
           as d (ngo, station, question, form, version, answers, said_at)`.execute(tx)
}
