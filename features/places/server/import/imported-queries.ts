import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { shownKept } from '#features/tasks/contract.ts'
import {
  type ImportDone,
  type ImportedThing,
  type ImportKey,
  listImports,
} from '#features/tasks/server/imported-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { PlaceImport } from '../../import-contract.ts'
import { stationName } from '../queries.ts'
import type { Outlines } from '../whereabouts-queries.ts'

/** The election that places are stored in, and the import that adds them, where one is kept. */
export type PlaceImportTarget = {
  readonly electionId: Id<'elections'>
  readonly importId?: Id<'imports'> | undefined
  /** What a check compares coordinates with. */
  readonly outlines?: Outlines | undefined
}

/** What is kept: an area, which mostly is a county, or a polling station. */
export type PlaceKind = 'county' | 'station'

export const tableOf = {
  county: sql.table('areas'),
  station: sql.table('polling_stations'),
} as const

/** What imports change. A county's code is not among it, but a county with a changed code is another one's. */
const snapshotColumns = {
  county: ['name', 'code', 'is_diaspora', 'parent_id', 'position'],
  station: ['name', 'address', 'latitude', 'longitude', 'registered_voters'],
} as const

/** All of that, of a row. */
export const factsOf = (kind: PlaceKind, row: string) =>
  sql`jsonb_build_object(${sql.join(
    snapshotColumns[kind].flatMap((name) => [sql.lit(name), sql.ref(`${row}.${name}`)]),
  )})`

/**
 * The part of a statement that keeps the stored rows, `stored`, for undoing the import. A statement sees the
 * rows as they were before it.
 */
export const keeping = (
  { electionId, importId = undefined }: PlaceImportTarget,
  kind: PlaceKind,
) => sql`
  insert into imported_places (election_id, import_id, kind, place_id, is_added, before, written)
  select ${electionId}, ${importId ?? null}::integer, ${kind}, stored.id, was.id is null,
         case when was.id is not null then ${factsOf(kind, 'was')} end, ${factsOf(kind, 'stored')}
    from stored
    left join ${tableOf[kind]} was on was.election_id = ${electionId} and was.id = stored.id
   where ${importId ?? null}::integer is not null`

/** How much an import has done, from what is kept of it. */
export async function countImported(
  tx: Tx,
  { electionId, importId }: ImportKey,
  kind: ImportedThing,
): Promise<Required<ImportDone>> {
  const own = kind === 'stations' ? 'station' : 'county'
  const { rows } = await sql<Required<ImportDone>>`
    select count(*) filter (where kind = ${own} and is_added)::integer as added,
           count(*) filter (where kind = ${own} and not is_added)::integer as changed,
           count(*) filter (where kind <> ${own})::integer as along
      from imported_places
     where election_id = ${electionId} and import_id = ${importId}`.execute(tx)
  return rows[0] ?? { added: 0, changed: 0, along: 0 }
}

/** The imports of a week, the latest first; for each that was undone, what stays. */
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
               'place', case when m.kind = 'county' and c.id is distinct from c.county_id then 'area' else m.kind end,
               'id', m.place_id, 'countyId', c.county_id, 'why', m.kept,
               'name', case when m.kind = 'county' then c.name else ${stationName} end)
               order by c.name collate names, c.id, m.kind, a.id, s.number) as kept
        from (select * from imported_places
               where election_id = i.election_id and import_id = i.id and kept is not null
               order by kind, place_id limit ${shownKept}) m
        left join polling_stations s
          on m.kind = 'station' and s.election_id = m.election_id and s.id = m.place_id
        join areas c on c.election_id = m.election_id
                    and c.id = case when m.kind = 'county' then m.place_id else s.county_id end
        left join areas a on a.election_id = s.election_id and a.id = s.area_id`,
  )
