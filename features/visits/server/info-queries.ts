import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf, columnOf, inElection } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { StationFacts, type StationInfo } from '../contract.ts'
import { type Facts, nothingSaid } from '../domain.ts'
import { clerkOf } from './clerk-queries.ts'
import type { HeldVisit, LockedVisit } from './queries.ts'

/** The stored station info of a visit. */
export type KnownInfo = {
  readonly facts: Facts
  /** When station info was last sent; null: never. */
  readonly factsAt: Date | null
}

const infoColumns = [
  'factsAt',
  'arrivedAt',
  'leftAt',
  'isUrbanArea',
  'isPresidentFemale',
  'facts',
] as const

type InfoRow = {
  readonly arrivedAt: Date | null
  readonly leftAt: Date | null
  readonly isUrbanArea: boolean | null
  readonly isPresidentFemale: boolean | null
  readonly facts: unknown
}

const factsOf = (row: InfoRow): Facts => ({
  ...nothingSaid,
  ...(StationFacts.parse(row.facts ?? {}) as Partial<Facts>),
  observerArrivalTime: row.arrivedAt,
  observerLeaveTime: row.leftAt,
  urbanArea: row.isUrbanArea,
  isPollingStationPresidentFemale: row.isPresidentFemale,
})

/** The facts as columns: generation C's are one JSON column. */
export const rowOf = (facts: Facts): InfoRow & { readonly facts: StationFacts } => ({
  arrivedAt: facts.observerArrivalTime,
  leftAt: facts.observerLeaveTime,
  isUrbanArea: facts.urbanArea,
  isPresidentFemale: facts.isPollingStationPresidentFemale,
  facts: Object.fromEntries(
    Object.entries(StationFacts.parse(facts)).filter(([, value]) => value !== null),
  ),
})

type StoredInfo = Columns<'visits', (typeof infoColumns)[number] | 'id'>

/** The station info of visits before a change. */
export async function listInfos(
  tx: Tx,
  electionId: Id<'elections'>,
  visitIds: readonly Id<'visits'>[],
): Promise<ReadonlyMap<number, KnownInfo>> {
  const { rows } = await sql<StoredInfo>`
    select v.id, v.facts_at as "factsAt", v.arrived_at as "arrivedAt", v.left_at as "leftAt",
           v.is_urban_area as "isUrbanArea", v.is_president_female as "isPresidentFemale", v.facts
      from unnest(${arrayOf(visitIds)}::integer[]) as i (id)
     cross join lateral (
       select one.id, one.facts_at, one.arrived_at, one.left_at, one.is_urban_area,
              one.is_president_female, one.facts
         from visits one where one.election_id = ${electionId} and one.id = i.id offset 0) v`.execute(
    tx,
  )
  return new Map(rows.map(({ id, factsAt, ...row }) => [id, { facts: factsOf(row), factsAt }]))
}

/** The station info of a visit before a change. */
export async function getInfoOfVisit(
  tx: Tx,
  scope: Scope,
  visitId: Id<'visits'>,
): Promise<KnownInfo> {
  const info = (await listInfos(tx, scope.electionId, [visitId])).get(visitId)
  if (!info) throw new Error('The visit is not there')
  return info
}

/** New station info for a held visit. */
export type NewInfo = Pick<KnownInfo, 'facts'> & {
  readonly visit: Pick<LockedVisit, 'id'>
  readonly now: Date
}

const givenColumns = [
  'id',
  'at',
  'arrived_at',
  'left_at',
  'is_urban_area',
  'is_president_female',
  'facts',
]

const infoRows = (infos: readonly NewInfo[]) => {
  const rows = infos.map(({ facts, now, visit }) => ({ id: visit.id, now, ...rowOf(facts) }))
  return sql`
    rows from (
      unnest(${columnOf(rows, 'id')}::integer[], ${columnOf(rows, 'now')}::timestamptz[],
             ${rows.map(({ arrivedAt }) => arrivedAt)}::timestamptz[],
             ${rows.map(({ leftAt }) => leftAt)}::timestamptz[],
             ${rows.map(({ isUrbanArea }) => isUrbanArea)}::boolean[],
             ${rows.map(({ isPresidentFemale }) => isPresidentFemale)}::boolean[]),
      jsonb_array_elements(${JSON.stringify(rows.map(({ facts }) => facts))}::jsonb)
    )`
}

/** SQL that updates the station info of existing visits, each once. */
export const updatingInfosOf = (electionId: Id<'elections'>, infos: readonly NewInfo[]) => sql`
  update visits v
     set arrived_at = i.arrived_at, left_at = i.left_at, is_urban_area = i.is_urban_area,
         is_president_female = i.is_president_female, facts = i.facts,
         facts_at = greatest(v.facts_at, i.at), last_modified = greatest(v.last_modified, i.at)
    from ${inElection(electionId, givenColumns, infoRows(infos))} i
   where v.election_id = i.election_id and v.id = i.id`

/** SQL that creates held visits with their station info. */
export const insertingInfosOf = (
  electionId: Id<'elections'>,
  infos: readonly (NewInfo & { readonly visit: HeldVisit })[],
) => {
  const visits = infos.map(({ visit }) => visit)
  return sql`
    insert into visits
      (election_id, id, observer_id, polling_station_id, ngo_id, county_id, answered, flagged,
       last_modified, arrived_at, left_at, is_urban_area, is_president_female, facts, facts_at)
    overriding system value
    select i.election_id, i.id, h.observer, h.station, h.ngo, h.county, 0, 0, i.at,
           i.arrived_at, i.left_at, i.is_urban_area, i.is_president_female, i.facts, i.at
      from ${inElection(electionId, givenColumns, infoRows(infos))} i
      join unnest(${columnOf(visits, 'id')}::integer[], ${columnOf(visits, 'observerId')}::integer[],
                  ${columnOf(visits, 'pollingStationId')}::integer[],
                  ${columnOf(visits, 'ngoId')}::integer[], ${columnOf(visits, 'countyId')}::integer[])
           as h (visit, observer, station, ngo, county) on h.visit = i.id`
}

/** One observer's station info; undefined if there is none or the caller may not see it. */
export async function findInfo(
  db: Db,
  scope: Scope,
  observerId: Id<'observers'>,
  pollingStationId: Id<'pollingStations'>,
): Promise<StationInfo | undefined> {
  const row = await db
    .selectFrom('visits')
    .select(infoColumns)
    .select(
      clerkOf('visits', sql.ref('visits.electionId'), sql.ref('visits.id'), sql.ref('factsAt')).as(
        'clerk',
      ),
    )
    .where('electionId', '=', scope.electionId)
    .where('observerId', '=', observerId)
    .where('pollingStationId', '=', pollingStationId)
    .where('factsAt', 'is not', null)
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .$if(scope.countyIds !== null, (query) => query.where('countyId', 'in', scope.countyIds ?? []))
    .executeTakeFirst()
  return row?.factsAt ? { lastModified: row.factsAt, clerk: row.clerk, ...factsOf(row) } : undefined
}
