import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { analyzeTables, worthAnalyzing } from '#database/statistics.ts'
import { type ImportTarget, keeping } from '#features/tasks/server/import/rows-queries.ts'
import { keysOf, partOf, valuesIn } from '#kit/contract/field.ts'
import { greatestOf } from '#kit/contract/greatest.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { arraysOf } from '#kit/server/fields.ts'
import { differencesBetween, type FieldDifference } from '#kit/server/history/changed.ts'
import type { CheckedRow } from '#kit/server/sheets/import.ts'
import type { AreaDraft, Places } from '../../domain.ts'
import { stationFields, stationNumbers, stationTexts } from '../../fields.ts'
import type { StationDraft } from '../../row-domain.ts'
import { holdsStations, hasAreas as isDivided, type Levels } from '../queries.ts'
import { areaTable, stationTable } from './imported-queries.ts'

/** How many rows one statement carries: few enough for memory, many enough that round trips do not count. */
const batch = 10_000

/** How many rows were new, and how many were changed; the rest were already the same. */
export type Loaded = { readonly added: number; readonly changed: number }

/** Has the election any places yet? */
export async function hasAreas(db: Db | Tx, electionId: Id<'elections'>): Promise<boolean> {
  const area = await db
    .selectFrom('areas')
    .select('id')
    .where('electionId', '=', electionId)
    .limit(1)
    .executeTakeFirst()
  return area !== undefined
}

/** The divided counties, and whether they still have stations of their own. */
export async function listDivided(
  tx: Tx,
  electionId: Id<'elections'>,
): Promise<readonly { readonly code: string; readonly holdsStations: boolean }[]> {
  const { rows } = await sql<Columns<'areas', 'code'> & { readonly holdsStations: boolean }>`
    select c.code, exists (select from polling_stations s
                            where s.election_id = c.election_id and s.area_id = c.id) as holds_stations
      from areas c
     where c.election_id = ${electionId} and c.id = c.county_id and ${isDivided('c')}
     order by c.code`.execute(tx)
  return rows
}

/** Stores areas level by level, so that each finds its parent; known codes are updated. */
export async function upsertAreas(
  tx: Tx,
  into: ImportTarget,
  { areas, levels, countyLevel }: Pick<Places, 'areas' | 'levels' | 'countyLevel'>,
): Promise<Loaded & { readonly changes: readonly FieldDifference[] }> {
  let loaded: Loaded = { added: 0, changed: 0 }
  const changes: FieldDifference[] = []
  for (let level = 1; level <= levels; level++) {
    const drafts = areas.filter((area) => area.level === level)
    const { whole, changed } = await completeLevel(tx, into.electionId, level, drafts)
    for (const change of changed) changes.push(change)
    loaded = add(loaded, await upsertLevel(tx, into, level, whole, countyLevel))
  }
  return { ...loaded, changes }
}

type KnownArea = Columns<'areas', 'code' | 'name' | 'position' | 'isDiaspora'> & {
  readonly parentCode: Column<'areas', 'code'> | null
}

/**
 * The areas of a level, with what their drafts leave open filled in: unchanged, or for a new one, last in
 * order and at home; and what they change.
 */
async function completeLevel(
  tx: Tx,
  electionId: Id<'elections'>,
  level: number,
  drafts: readonly AreaDraft[],
): Promise<{ readonly whole: readonly KnownArea[]; readonly changed: readonly FieldDifference[] }> {
  const { rows } = await sql<KnownArea>`
    select a.code, a.name, a.position, a.is_diaspora, p.code as parent_code
      from areas a left join areas p on p.election_id = a.election_id and p.id = a.parent_id
     where a.election_id = ${electionId} and a.level = ${level}`.execute(tx)
  const known = new Map(rows.map((area) => [area.code, area]))
  let last = greatestOf([...rows, ...drafts].map(({ position = 0 }) => position))
  const changed: FieldDifference[] = []
  const whole = drafts.map(({ code, name, position, isDiaspora, parentCode }) => {
    const before = known.get(code)
    const area = {
      code,
      name,
      position: position ?? before?.position ?? ++last,
      isDiaspora: isDiaspora ?? before?.isDiaspora ?? false,
      parentCode,
    }
    if (before)
      changed.push(...differencesBetween(`area ${code}`, factsOfArea(before), factsOfArea(area)))
    return area
  })
  return { whole, changed }
}

const factsOfArea = ({ name, position, isDiaspora, parentCode }: KnownArea) => ({
  name,
  order: position,
  diaspora: isDiaspora,
  'lies in': parentCode,
})

async function upsertLevel(
  tx: Tx,
  into: ImportTarget,
  level: number,
  rows: readonly KnownArea[],
  countyLevel: number,
): Promise<Loaded> {
  const { electionId } = into
  const { rows: touched } = await sql<{ isNew: boolean }>`
    with drafts as (
      select d.*, p.id as parent_id, p.county_id as parents_county
        from unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ name }) => name)}::text[],
                    ${rows.map(({ position }) => position)}::integer[],
                    ${rows.map(({ isDiaspora }) => isDiaspora)}::boolean[],
                    ${rows.map(({ parentCode }) => parentCode)}::text[])
             as d (code, name, position, is_diaspora, parent_code)
        left join areas p
          on p.election_id = ${electionId} and p.level = ${level - 1} and p.code = d.parent_code
    ), stored as (
    insert into areas as a
      (election_id, level, code, name, position, is_diaspora, parent_id, county_id)
    select ${electionId}, ${level}, code, name, position, is_diaspora, parent_id, parents_county
      from drafts
    on conflict (election_id, level, code) do update
      set name = excluded.name, position = excluded.position, is_diaspora = excluded.is_diaspora,
          parent_id = excluded.parent_id, county_id = coalesce(excluded.county_id, a.county_id)
      where (a.name, a.position, a.is_diaspora, a.parent_id)
        is distinct from (excluded.name, excluded.position, excluded.is_diaspora, excluded.parent_id)
    returning a.*, xmax = 0 as is_new
    ), kept as (${keeping(into, areaTable)})
    select is_new from stored`.execute(tx)
  if (level === countyLevel)
    await sql`update areas set county_id = id
               where election_id = ${electionId} and level = ${level} and county_id is null`.execute(
      tx,
    )
  return count(touched)
}

const texts = Object.values(stationTexts).map(({ column }) => column)
const numbers = [
  'latitude',
  'longitude',
  ...Object.values(stationNumbers).map(({ column }) => column),
]

/** The fields of a station in a file, in the order of comparison. */
export const comparedFields = [
  ...keysOf(stationTexts),
  ...(['latitude', 'longitude'] as const),
  ...keysOf(stationNumbers),
]

const facts = sql.join([...texts, ...numbers].map((name) => sql.ref(name)))
const factsOf = (table: string) =>
  sql.join([...texts, ...numbers].map((name) => sql.ref(`${table}.${name}`)))

/** The values of station `s` with those of `said` applied; absent ones stay. */
const factsWith = (source: 'd' | 'excluded') =>
  sql.join([
    ...texts.map(
      (name) => sql`coalesce(nullif(${sql.ref(`${source}.${name}`)}, ''), ${sql.ref(`s.${name}`)})`,
    ),
    ...numbers.map(
      (name) => sql`coalesce(${sql.ref(`${source}.${name}`)}, ${sql.ref(`s.${name}`)})`,
    ),
  ])

/** Parsed stations, `d`, each with its position. */
function stationDrafts(drafts: readonly StationDraft[]) {
  const each = <Value>(of: (draft: StationDraft) => Value | undefined) =>
    drafts.map((draft) => of(draft) ?? null)
  const whole = drafts.map((draft) => ({
    ...partOf(stationFields, 'fallback'),
    ...valuesIn(stationFields, draft),
  }))
  return sql`
    unnest(${each(({ areaCode }) => areaCode)}::text[], ${each(({ number }) => number)}::integer[],
           ${arraysOf(stationTexts, whole, 'text')},
           ${each(({ latitude }) => latitude)}::double precision[],
           ${each(({ longitude }) => longitude)}::double precision[],
           ${arraysOf(stationNumbers, whole, 'integer')}) with ordinality
      as d (code, number, ${facts}, place)`
}

/**
 * Inserts stations, or updates those known by area and number. A station whose area belongs to another county
 * by now is moved there afterwards.
 */
export async function upsertStations(
  tx: Tx,
  into: ImportTarget,
  levels: Levels,
  stations: readonly StationDraft[],
): Promise<Loaded> {
  const { electionId } = into
  let loaded: Loaded = { added: 0, changed: 0 }
  for (let from = 0; from < stations.length; from += batch) {
    const { rows: touched } = await sql<{ isNew: boolean }>`
      with stored as (
      insert into polling_stations as s (election_id, area_id, county_id, number, ${facts})
      select ${electionId}, a.id, a.county_id, d.number, ${factsOf('d')}
        from ${stationDrafts(stations.slice(from, from + batch))}
        join areas a
          on a.election_id = ${electionId} and a.code = d.code and ${holdsStations(levels)}
      on conflict on constraint polling_stations_number_is_taken do update
        set (${facts}) = row (${factsWith('excluded')})
        where (${factsOf('s')}) is distinct from (${factsWith('excluded')})
      returning s.*, xmax = 0 as is_new
      ), kept as (${keeping(into, stationTable)})
      select is_new from stored`.execute(tx)
    loaded = add(loaded, count(touched))
  }
  return loaded
}

/** Analyzes the table of stations when an import is large enough to make PostgreSQL's statistics wrong. */
export async function analyzeStations(tx: Tx, added: number): Promise<void> {
  if (added >= worthAnalyzing) await analyzeTables(tx, ['areas', 'polling_stations'])
}

/** The changes that an import would make to existing stations. */
export async function listStationChanges(
  tx: Tx,
  electionId: Id<'elections'>,
  levels: Levels,
  stations: readonly StationDraft[],
): Promise<readonly FieldDifference[]> {
  const changes: FieldDifference[] = []
  const named = (values: StationFate['was']) =>
    Object.fromEntries([...texts, ...numbers].map((column, at) => [column, values[at] ?? null]))
  for (let from = 0; from < stations.length; from += batch) {
    const some = stations.slice(from, from + batch)
    const fates = await compareStations(tx, electionId, levels, some)
    for (const [index, { fate, was, becomes }] of fates.entries()) {
      const station = some[index]
      if (fate !== 'changed' || !station) continue
      const thing = `station ${station.areaCode} ${station.number}`
      changes.push(...differencesBetween(thing, named(was), named(becomes)))
    }
  }
  return changes
}

/** The effect of a row on the stored station, with its values in the order of their names. */
export type StationFate = Pick<CheckedRow<unknown>, 'fate'> & {
  readonly was: readonly (string | number | null)[]
  readonly becomes: readonly (string | number | null)[]
}

/** The effect of each row, in order. */
export async function compareStations(
  tx: Tx,
  electionId: Id<'elections'>,
  levels: Levels,
  stations: readonly StationDraft[],
): Promise<StationFate[]> {
  // The area and the station are looked up for each: joined without statistics, PostgreSQL searches the whole election for
  // each number.
  const { rows } = await sql<StationFate>`
    select case when s.id is null then 'added'
                when (${factsOf('s')}) is distinct from (${factsWith('d')}) then 'changed'
                else 'unchanged' end as fate,
           jsonb_build_array(${factsOf('s')}) as was,
           jsonb_build_array(${factsWith('d')}) as becomes
      from (select d.*, (select a.id from areas a where a.election_id = ${electionId}
                            and a.code = d.code and ${holdsStations(levels)}) as area_id
              from ${stationDrafts(stations)} offset 0) d
      left join lateral (
        select s.* from polling_stations s
         where s.election_id = ${electionId} and s.area_id = d.area_id and s.number = d.number offset 0) s on true
     order by d.place`.execute(tx)
  return rows
}

const count = (touched: readonly { readonly isNew: boolean }[]): Loaded => {
  const added = touched.filter(({ isNew }) => isNew).length
  return { added, changed: touched.length - added }
}

const add = (one: Loaded, other: Loaded): Loaded => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
})
