import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import type { ImportKey, ImportUndo, UndoCounts } from '#features/tasks/server/imported-queries.ts'
import { importUndoer } from '#features/tasks/server/undo-run-queries.ts'
import { placesChanged } from '../../contract.ts'
import type { PlaceImport } from '../../import-contract.ts'
import { areas, stations } from '../subjects.ts'
import { factsOf, type PlaceKind, tableOf } from './imported-queries.ts'

/**
 * How many places one step holds: whoever reports from one of them just now waits for some hundredths of a
 * second.
 */
const step = 100

/** Why a place stays as it is; null: it does not. `gone`: somebody has deleted it since. */
type PlaceUndoDecision = Next & {
  readonly why: PlaceImport['kept'][number]['why'] | 'gone' | null
}

/** Undoes imports of areas, counties and polling stations. */
export const placeUndoer = importUndoer({
  name: 'places',
  subject: 'areas',
  kinds: ['areas', 'counties', 'stations'],
  event: placesChanged,
  marks: [areas, stations],
  lock: 'places',
  isInTurn: true,
  some: undoSome,
})

/**
 * Undoes an import for the next places: added ones are deleted, changed ones get their former values. What
 * was used, or changed since, stays. Stations go before their counties, and inner areas before those around them.
 */
async function undoSome(tx: Tx, key: ImportKey, of: ImportUndo): Promise<UndoCounts | undefined> {
  const undone = await undoNext(tx, key, of, 'station')
  if (!undone) return undoNext(tx, key, of, 'county')
  if (of.kind === 'stations') return undone
  const { removed, ...others } = undone
  return { ...others, removed: 0, alongRemoved: removed }
}

async function undoNext(
  tx: Tx,
  key: ImportKey,
  of: ImportUndo,
  kind: PlaceKind,
): Promise<UndoCounts | undefined> {
  const next = await listNext(tx, key, kind)
  if (next.length === 0) return undefined
  await hold(tx, key, kind, next)
  // Asked under the lock: whoever reports from one of them from now on waits until this has ended.
  const fates = await listFates(tx, key, kind, next)
  const those = (is: (fate: PlaceUndoDecision) => boolean) => fates.filter(is).map(({ id }) => id)
  const removed = those(({ why, isAdded }) => why === null && isAdded)
  const restored = those(({ why, isAdded }) => why === null && !isAdded)
  await sql`
    delete from ${tableOf[kind]}
     where election_id = ${key.electionId} and id = any(${arrayOf(removed)}::integer[])`.execute(tx)
  await (kind === 'station' ? putBackStations : putBackCounties)(tx, key, restored, of.undoneBy)
  const kept = await settle(tx, key, kind, fates)
  return { removed: removed.length, restored: restored.length, kept }
}

type Next = Columns<'importedPlaces', 'isAdded'> & {
  readonly id: Column<'importedPlaces', 'placeId'>
}

/** Of areas those of the innermost level that is left: none around them could go before. */
async function listNext(tx: Tx, { electionId, importId }: ImportKey, kind: PlaceKind) {
  const isOfInnermost = sql`
    a.level is not distinct from (
      select max(inner_area.level)
        from imported_places j
        join areas inner_area on inner_area.election_id = j.election_id and inner_area.id = j.place_id
       where j.election_id = ${electionId} and j.import_id = ${importId} and j.kind = 'county' and j.kept is null)`
  const { rows } = await sql<Next>`
    select i.place_id as id, i.is_added
      from imported_places i
      left join areas a on i.kind = 'county' and a.election_id = i.election_id and a.id = i.place_id
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = ${kind} and i.kept is null
       and (i.kind = 'station' or a.id is null or ${isOfInnermost})
     order by i.place_id limit ${step}`.execute(tx)
  return rows
}

/** From what only changes one reports meanwhile; a county goes when it has no station to report from. */
async function hold(tx: Tx, { electionId }: ImportKey, kind: PlaceKind, next: readonly Next[]) {
  const lock = async (isAdded: boolean, strength: ReturnType<typeof sql>) => {
    const ids = next.filter((one) => one.isAdded === isAdded).map(({ id }) => id)
    await sql`
      select from ${tableOf[kind]}
       where election_id = ${electionId} and id = any(${arrayOf(ids)}::integer[])
       order by id for ${strength}`.execute(tx)
  }
  await lock(true, kind === 'station' ? sql`update` : sql`no key update`)
  await lock(false, sql`no key update`)
}

async function listFates(
  tx: Tx,
  { electionId, importId }: ImportKey,
  kind: PlaceKind,
  next: readonly Next[],
): Promise<PlaceUndoDecision[]> {
  const { rows } = await sql<PlaceUndoDecision>`
    select i.place_id as id, i.is_added,
           case when p.id is null then 'gone' else ${kind === 'station' ? ofStation : ofCounty} end as why
      from imported_places i
      left join ${tableOf[kind]} p on p.election_id = i.election_id and p.id = i.place_id
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = ${kind}
       and i.place_id = any(${arrayOf(next.map(({ id }) => id))}::integer[])
     order by i.place_id`.execute(tx)
  return rows
}

const ofStation = sql`
  case when i.is_added and (
              exists (select from visits v
                       where v.election_id = p.election_id and v.polling_station_id = p.id)
              or exists (select from unplaced u
                          where u.election_id = p.election_id and u.polling_station_id = p.id))
         then 'reported'
       when i.is_added and p.merged_into is not null
         or i.is_added and exists (select from polling_stations m
                                    where m.election_id = p.election_id and m.merged_into = p.id)
         then 'edited'
       when i.written is distinct from ${factsOf('station', 'p')} then 'edited' end`

/** The order of the counties does not count as using one of them. */
const ofCounty = sql`
  case when i.written - 'position' is distinct from ${factsOf('county', 'p')} - 'position' then 'edited'
       when i.before ->> 'parent_id' is not null
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
         then 'limits-account' end`

async function putBackStations(
  tx: Tx,
  { electionId, importId }: ImportKey,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update polling_stations s
       set name = b.name, address = b.address, latitude = b.latitude, longitude = b.longitude,
           registered_voters = b.registered_voters
      from imported_places i,
           jsonb_to_record(i.before) as b (name text, address text, latitude double precision,
                                           longitude double precision, registered_voters integer)
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = 'station'
       and i.place_id = any(${arrayOf(ids)}::integer[])
       and s.election_id = i.election_id and s.id = i.place_id`.execute(tx)
}

/** A position that somebody has given a county since stays. */
async function putBackCounties(
  tx: Tx,
  { electionId, importId }: ImportKey,
  ids: readonly number[],
  by: string,
): Promise<void> {
  await sql`
    update areas c
       set name = b.name, is_diaspora = b.is_diaspora, parent_id = b.parent_id, changing = ${by},
           position = case when c.position = (i.written ->> 'position')::integer
                           then b.position else c.position end
      from imported_places i,
           jsonb_to_record(i.before) as b (name text, is_diaspora boolean, parent_id integer,
                                           position integer)
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = 'county'
       and i.place_id = any(${arrayOf(ids)}::integer[])
       and c.election_id = i.election_id and c.id = i.place_id`.execute(tx)
}

/** Keeps the reason for what stays, and deletes the rest; returns how much stays. */
async function settle(
  tx: Tx,
  { electionId, importId }: ImportKey,
  kind: PlaceKind,
  fates: readonly PlaceUndoDecision[],
): Promise<number> {
  const staying = fates.flatMap(({ id, why }) =>
    why === null || why === 'gone' ? [] : [{ id, why }],
  )
  await sql`
    update imported_places i set kept = d.why, before = null
      from unnest(${arrayOf(staying.map(({ id }) => id))}::integer[],
                  ${staying.map(({ why }) => why)}::text[]) as d (id, why)
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = ${kind}
       and i.place_id = d.id`.execute(tx)
  await sql`
    delete from imported_places
     where election_id = ${electionId} and import_id = ${importId} and kind = ${kind}
       and kept is null and place_id = any(${arrayOf(fates.map(({ id }) => id))}::integer[])`.execute(
    tx,
  )
  return staying.length
}
