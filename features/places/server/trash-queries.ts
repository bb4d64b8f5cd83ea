import { type RawBuilder, sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Db, Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { stations } from './subjects.ts'

/** A county with its areas and stations, as whole rows. */
export type RemovedCounty = { readonly areas: unknown; readonly stations: unknown }

/** A row of areas or stations, without generated columns. */
export const whole = (row: string) =>
  sql`to_jsonb(${sql.ref(row)}) - '{known_as,place_folded,counted_as}'::text[]`

/**
 * Deletes a county with its areas and stations, and returns the rows for history, from which they are restored. It
 * has no reports, so nothing else refers to these rows, and no list of places has to filter deleted ones.
 * @throws Problem `place.has-incidents`
 */
export async function deleteCounty(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
): Promise<RemovedCounty> {
  const gone = async (table: string) => {
    // One statement, so that areas can be deleted together with their parents.
    const { rows } = await sql<{ rows: unknown }>`
      with gone as (
        delete from ${sql.table(table)} t
         where t.election_id = ${electionId} and t.county_id = ${id} returning t.*
      )
      select coalesce(jsonb_agg(${whole('gone')}), '[]') as rows from gone`.execute(tx)
    return rows[0]?.rows
  }
  await expectNoOpenIncidents(tx, electionId, stationsOf(electionId, id), id)
  await mark(tx, electionId, stations, stationsOf(electionId, id))
  const takenOut = await gone('polling_stations')
  return { areas: await gone('areas'), stations: takenOut }
}

const stationsOf = (electionId: Id<'elections'>, countyId: Id<'areas'>) => sql`
  select id as key from polling_stations
   where election_id = ${electionId} and county_id = ${countyId}`

/**
 * Expects that no incident is open at stations, or at the county itself. Closed ones keep the id of a deleted place, and
 * have it again once it is restored.
 * @throws Problem `place.has-incidents`
 */
export async function expectNoOpenIncidents(
  tx: Tx,
  electionId: Id<'elections'>,
  stationIds: RawBuilder<unknown>,
  countyId: Id<'areas'> | null = null,
): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select number from incidents
     where election_id = ${electionId} and state not in ('closed', 'dismissed')
       and (polling_station_id in (${stationIds}) or county_id = ${countyId})
     order by number limit 1`.execute(tx)
  if (rows[0]) throw new Problem('place.has-incidents', rows[0])
}

/** The last state of a deleted county, from history; undefined if it exists or never did. */
export async function findTakenOut(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
): Promise<{ code: string } | undefined> {
  const { rows } = await sql<{ code: string }>`
    select h.before ->> 'code' as code from history h
     where h.election_id = ${electionId} and h.subject = 'areas' and h.subject_id = ${id}
       and h.act = 'places.county-deleted'
       and not exists (select from areas where election_id = ${electionId} and id = ${id})
     order by h.id desc limit 1`.execute(tx)
  return rows[0]
}

/** The deleted counties, the latest first, from history. */
export async function listTakenOut(db: Db, { electionId }: Scope) {
  const { rows } = await sql<{ id: Id<'areas'>; name: string; code: string }>`
    select l.id, l.name, l.code
      from (select distinct on (h.subject_id) h.subject_id as id, h.before ->> 'name' as name,
                   h.before ->> 'code' as code, h.id as nth
              from history h
             where h.election_id = ${electionId} and h.act = 'places.county-deleted'
               and h.actor_role <> 'observer'
               and not exists (select from areas a where a.election_id = h.election_id and a.id = h.subject_id)
             order by h.subject_id, h.id desc) l
     order by l.nth desc`.execute(db)
  return rows
}

/** Restores a county as it was when it was last deleted, under the same ids. */
export async function restoreCounty(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
  countyCode: string,
): Promise<void> {
  const latest = sql`
    (select h.before from history h
      where h.election_id = ${electionId} and h.subject = 'areas' and h.subject_id = ${id}
        and h.act = 'places.county-deleted' order by h.id desc limit 1)`
  for (const [table, key] of [
    ['areas', 'areas'],
    ['polling_stations', 'stations'],
  ] as const)
    await restoreRows(tx, table, sql`${latest} -> 'takenOut' -> ${key}::text`).catch(
      refusedBy('areas_code_is_taken', () => new Problem('county.code-taken', { countyCode })),
    )
  await mark(tx, electionId, stations, stationsOf(electionId, id))
}

/** Whatever a place lay in: an import that is undone takes areas away. */
const areaIsGone = refusedBy(
  ['areas_election_id_parent_id_fkey', 'polling_stations_election_id_area_id_fkey'],
  () => new Problem('thing.not-found'),
)

/**
 * Stores rows as history recorded them, under the same ids; returns how many. Columns the table did not have
 * then get a new row's defaults, so that a row outlives new columns.
 * @throws Problem `thing.not-found` where the area that they lay in is gone
 */
async function restoreRows(tx: Tx, table: string, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: known } = await sql<{ name: string }>`
    select a.attname::text as name from pg_attribute a
     where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and ${rows} -> 0 ? a.attname
     order by a.attnum`.execute(tx)
  if (known.length === 0) return 0
  const columns = sql.join(known.map(({ name }) => sql.ref(name)))
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows})`
    .execute(tx)
    .catch(areaIsGone)
  return Number(numAffectedRows)
}

/** The stations that were removed from a county, as history recorded them last. */
const removedStations = (electionId: Id<'elections'>, countyId: Id<'areas'>) => sql`
  (select distinct on (s.row ->> 'id') s.row, h.id as nth
     from history h
    cross join lateral jsonb_array_elements(h.before -> 'stations') as s (row)
    where h.election_id = ${electionId} and h.subject = 'areas' and h.subject_id = ${countyId}
      and h.act = 'places.stations-deleted'
      and not exists (select from polling_stations p
                       where p.election_id = h.election_id and p.id = (s.row ->> 'id')::integer)
    order by s.row ->> 'id', h.id desc)`

/** The stations that were removed from a county, the latest first. */
export async function listRemovedStations(db: Db, { electionId }: Scope, countyId: Id<'areas'>) {
  const { rows } = await sql<{ id: Id<'pollingStations'>; number: number; name: string }>`
    select (s.row ->> 'id')::integer as id, (s.row ->> 'number')::integer as number, s.row ->> 'name' as name
      from ${removedStations(electionId, countyId)} as s order by s.nth desc, 2 limit 200`.execute(
    db,
  )
  return rows
}

/** Which of a county's removed stations are to be restored. */
type RestoreRequest = {
  readonly id: Id<'areas'>
  readonly stationIds: readonly Id<'pollingStations'>[]
}

/**
 * Restores stations that a lower number removed from a county; returns how many. Those restored already are
 * skipped. Refused when a number has been given to another station since.
 */
export async function restoreStations(
  tx: Tx,
  { electionId }: Scope,
  { id, stationIds }: RestoreRequest,
  refusal: () => Problem,
): Promise<number> {
  await mark(tx, electionId, stations, stationIds)
  const rows = sql`
    (select jsonb_agg(latest.row) from ${removedStations(electionId, id)} as latest
      where (latest.row ->> 'id')::integer = any(${stationIds}::integer[]))`
  return restoreRows(tx, 'polling_stations', rows).catch(
    refusedBy('polling_stations_number_is_taken', refusal),
  )
}
