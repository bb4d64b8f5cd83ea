import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { shownKept } from '#features/tasks/contract.ts'
import { listImports } from '#features/tasks/server/import/imported-queries.ts'
import type { UndoableTable } from '#features/tasks/server/import/rows-queries.ts'
import { importUndoer } from '#features/tasks/server/import/undo-queries.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { placesChanged } from '../../contract.ts'
import { stationFields } from '../../fields.ts'
import type { PlaceImport } from '../../import-contract.ts'
import { stationName } from '../queries.ts'
import { areas, stations } from '../subjects.ts'

/** A county's code is never written, but a county with a changed code is another one. */
export const areaTable: UndoableTable = {
  name: 'areas',
  compared: ['name', 'code', 'is_diaspora', 'parent_id'],
  loose: ['position'],
  first: 'changed',
  layer: sql`p.level`,
  why: () => sql`
    case when i.before ->> 'parent_id' is not null
          and not exists (select from areas around
                           where around.election_id = p.election_id
                             and around.id = (i.before ->> 'parent_id')::integer) then 'edited'
         when not i.is_added then null
         when exists (select from polling_stations s
                       where s.election_id = p.election_id and p.id in (s.county_id, s.area_id))
           or exists (select from areas below
                       where below.election_id = p.election_id and below.parent_id = p.id)
           then 'holds-stations'
         when p.id = p.county_id and exists (select from staff where p.code = any(staff.county_codes))
           then 'limits-account' end`,
}

export const stationTable: UndoableTable = {
  name: 'polling_stations',
  compared: [
    ...['latitude', 'longitude'],
    ...Object.values(stationFields).map(({ column }) => column),
  ],
  first: 'changed',
  why: () => sql`
    case when not i.is_added then null
         when exists (select from visits v
                       where v.election_id = p.election_id and v.polling_station_id = p.id)
           or exists (select from unplaced u
                       where u.election_id = p.election_id and u.polling_station_id = p.id)
           then 'reported'
         when exists (select from assignments a
                       where a.election_id = p.election_id and a.polling_station_id = p.id and a.deleted_at is null)
           then 'planned'
         when p.merged_into is not null
           or exists (select from polling_stations m
                       where m.election_id = p.election_id and m.merged_into = p.id)
           then 'edited' end`,
}

/** Undoes imports of areas, counties and polling stations: stations before the areas that they are in. */
export const placeUndoer = importUndoer({
  name: 'places',
  subject: 'areas',
  kinds: ['areas', 'counties', 'stations'],
  event: placesChanged,
  concerns: 'everybody',
  marks: [areas, stations],
  lock: 'places',
  isInTurn: true,
  tables: [stationTable, areaTable],
})

/** Marks changed places for a recount; new places have nothing to count yet. */
export async function markPlaces(
  tx: Tx,
  electionId: Id<'elections'>,
  { changed }: Pick<ImportReport, 'changed'>,
): Promise<void> {
  if (changed > 0) for (const one of [areas, stations]) await markAll(tx, electionId, one)
}

/** The imports of the last week, latest first, with the rows that an undo kept. */
export const listPlaceImports = (
  db: Db,
  { electionId }: Scope,
  now: Date,
): Promise<PlaceImport[]> =>
  listImports(
    db,
    { electionId, kinds: ['areas', 'counties', 'stations'], ngoId: null },
    now,
    sql`
      select jsonb_agg(jsonb_build_object(
               'place', case when s.id is not null then 'station' when c.id = c.county_id then 'county' else 'area' end,
               'id', m.row_id, 'countyId', c.county_id, 'why', m.kept,
               'name', case when s.id is null then c.name else ${stationName} end)
               order by c.name collate names, c.id, m.kind, a.id, s.number) as kept
        from (select * from imported_rows
               where election_id = i.election_id and import_id = i.id and kept is not null
               order by kind, row_id limit ${shownKept}) m
        left join polling_stations s
          on m.kind = 'polling_stations' and s.election_id = m.election_id and s.id = m.row_id
        join areas c on c.election_id = m.election_id
                    and c.id = case when m.kind = 'areas' then m.row_id else s.county_id end
        left join areas a on a.election_id = s.election_id and a.id = s.area_id`,
  )
