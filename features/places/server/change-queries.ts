import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { type ImportTarget, keeping } from '#features/tasks/server/import/rows-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Revised } from '#kit/contract/revision.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { mark } from '#kit/server/projections/mark.ts'
import type { CountyDraft } from '../contract.ts'
import { stationTable } from './import/imported-queries.ts'
import { closeStations } from './move-queries.ts'
import { hasAreas, isCounted } from './queries.ts'
import { stations } from './subjects.ts'
import { expectNoOpenIncidents, whole } from './trash-queries.ts'

/** A removed station: its whole row, as the database wrote it. */
export type TakenOutStation = Columns<'pollingStations', 'id' | 'number'>

/** A county, locked for this transaction; reports from it need not wait. */
export type LockedCounty = Columns<'areas', 'id' | 'code' | 'name' | 'position'> & {
  readonly diaspora: Column<'areas', 'isDiaspora'>
  /** Do its stations belong to areas below it? */
  readonly hasAreas: boolean
  readonly numberOfPollingStations: number
  /** Are its stations numbered 1 to their count? */
  readonly isCounted: boolean
} & Revised

export async function lockCounty(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
): Promise<LockedCounty | undefined> {
  // Lock first, then read: the previous holder of the lock may have changed its stations. Reports from it
  // continue; a deletion locks its stations as well.
  await sql`select from areas where election_id = ${electionId} and id = ${id}
               for no key update`.execute(tx)
  const { rows } = await sql<LockedCounty>`
    select a.id, a.code, a.name, a.is_diaspora as diaspora, a.position, a.revision, a.changes,
           ${isCounted('a')} as is_counted,
           ${hasAreas('a')} as has_areas,
           (select count(*)::integer from polling_stations s
             where s.election_id = a.election_id and s.county_id = a.id) as number_of_polling_stations
      from areas a join elections e on e.id = a.election_id and a.level = e.county_level
     where a.election_id = ${electionId} and a.id = ${id}`.execute(tx)
  return rows[0]
}

const codeIsTaken = (countyCode: string) =>
  refusedBy('areas_code_is_taken', () => new Problem('county.code-taken', { countyCode }))

/** A new county behind the others, without stations. */
export async function insertCounty(
  tx: Tx,
  { electionId }: Scope,
  { code, name, diaspora, provinceCode }: CountyDraft,
): Promise<Id<'areas'>> {
  const { rows } = await sql<Columns<'areas', 'id'>>`
    insert into areas (election_id, level, code, name, is_diaspora, position, parent_id)
    select e.id, e.county_level, ${code}, ${name}, ${diaspora},
           (select coalesce(max(position), 0) + 1 from areas
             where election_id = e.id and level = e.county_level),
           (select id from areas
             where election_id = e.id and level = e.county_level - 1
             order by code = ${provinceCode ?? ''} desc, position, id limit 1)
      from elections e where e.id = ${electionId}
    returning id`
    .execute(tx)
    .catch(codeIsTaken(code))
  const [made] = rows
  if (!made) throw new Error('There is no election')
  await sql`update areas set county_id = id
             where election_id = ${electionId} and id = ${made.id}`.execute(tx)
  return made.id
}

export async function updateCounty(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
  values: { readonly code?: string; readonly name?: string; readonly isDiaspora?: boolean },
  changing: string,
): Promise<void> {
  await tx
    .updateTable('areas')
    .set({ ...values, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
    .catch(codeIsTaken(values.code ?? ''))
}

/**
 * Makes the county's stations those with the numbers 1 to `count`; returns the removed ones, as whole rows:
 * they are restored from history.
 * @throws Problem `county.stations-have-data` when a station to be removed has been visited, `place.has-incidents` when an incident is
 * open there.
 */
export async function setStations(
  tx: Tx,
  into: ImportTarget,
  countyId: Id<'areas'>,
  count: number,
): Promise<readonly TakenOutStation[]> {
  const { electionId } = into
  await closeStations(tx, electionId, countyId, count)
  const { rows } = await sql<{ highest: number | null }>`
    select max(s.number) as highest
      from polling_stations s
     where s.election_id = ${electionId} and s.county_id = ${countyId} and s.number > ${count}
       -- Keep a station that is merged or is a merge target, like one with visits.
       and (s.merged_into is not null
            or exists (select from polling_stations m
                        where m.election_id = s.election_id and m.merged_into = s.id)
            or exists (select from visits v
                        where v.election_id = s.election_id and v.polling_station_id = s.id))`.execute(
    tx,
  )
  const highestWithData = rows[0]?.highest
  if (highestWithData) throw new Problem('county.stations-have-data', { highestWithData })
  await expectNoOpenIncidents(
    tx,
    electionId,
    sql`select id from polling_stations
         where election_id = ${electionId} and county_id = ${countyId} and number > ${count}`,
  )
  const { rows: gone } = await sql<{ row: TakenOutStation }>`
    delete from polling_stations s
     where s.election_id = ${electionId} and s.county_id = ${countyId} and s.number > ${count}
    returning ${whole('s')} as row`.execute(tx)
  await sql`
    with stored as (
      insert into polling_stations (election_id, area_id, county_id, number)
      select ${electionId}, ${countyId}, ${countyId}, number
        from generate_series(1, ${count}::integer) as number
      on conflict on constraint polling_stations_number_is_taken do nothing
      returning *
    )
    ${keeping(into, stationTable)}`.execute(tx)
  const ids = gone.map(({ row }) => row.id)
  await mark(tx, electionId, stations, ids)
  return gone.map(({ row }) => row)
}

/** Puts the counties in the order of the list; those not in it follow, in their previous order. */
export async function reorderCounties(
  tx: Tx,
  { electionId }: Scope,
  ids: readonly number[],
): Promise<void> {
  // A concurrent reorder waits, and then sees this order: two at once are never mixed.
  await sql`
    select from areas a join elections e on e.id = a.election_id and a.level = e.county_level
     where a.election_id = ${electionId} order by a.id for no key update of a`.execute(tx)
  await sql`
    update areas a set position = o.place
      from (select c.id, row_number() over (
              order by array_position(${ids}::integer[], c.id) nulls last, c.position, c.name collate names, c.id)
              as place
              from areas c join elections e on e.id = c.election_id and c.level = e.county_level
             where c.election_id = ${electionId}) o
     where a.election_id = ${electionId} and a.id = o.id and a.position <> o.place`.execute(tx)
}

/** Has anybody reported from the county, or from an area in it? */
export async function hasVisits(tx: Tx, { electionId }: Scope, id: Id<'areas'>): Promise<boolean> {
  const visit = await tx
    .selectFrom('visits')
    .select('id')
    .where('electionId', '=', electionId)
    .where('countyId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return visit !== undefined
}
