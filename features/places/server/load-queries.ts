import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import type { Judged } from '#kit/server/import.ts'
import type { AreaDraft, Places } from '../domain.ts'
import type { StationDraft } from '../row-domain.ts'

/** How many rows one statement carries: few enough for memory, many enough that trips do not count. */
const batch = 10_000

/** How many rows were new, and how many were changed; the rest were there as they are. */
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

/** Stores areas level by level, so that each finds its parent; known codes are updated. */
export async function upsertAreas(
  tx: Tx,
  electionId: Id<'elections'>,
  { areas, levels, countyLevel }: Pick<Places, 'areas' | 'levels' | 'countyLevel'>,
): Promise<Loaded> {
  let loaded: Loaded = { added: 0, changed: 0 }
  for (let level = 1; level <= levels; level++) {
    const rows = areas.filter((area) => area.level === level)
    loaded = add(loaded, await upsertLevel(tx, electionId, level, rows, countyLevel))
  }
  return loaded
}

async function upsertLevel(
  tx: Tx,
  electionId: Id<'elections'>,
  level: number,
  rows: readonly AreaDraft[],
  countyLevel: number,
): Promise<Loaded> {
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
    )
    insert into areas as a
      (election_id, level, code, name, position, is_diaspora, parent_id, county_id)
    select ${electionId}, ${level}, code, name, position, is_diaspora, parent_id, parents_county
      from drafts
    on conflict (election_id, level, code) do update
      set name = excluded.name, position = excluded.position, is_diaspora = excluded.is_diaspora,
          parent_id = excluded.parent_id, county_id = coalesce(excluded.county_id, a.county_id)
      where (a.name, a.position, a.is_diaspora, a.parent_id)
        is distinct from (excluded.name, excluded.position, excluded.is_diaspora, excluded.parent_id)
    returning xmax = 0 as "isNew"`.execute(tx)
  if (level === countyLevel)
    await sql`update areas set county_id = id
               where election_id = ${electionId} and level = ${level} and county_id is null`.execute(
      tx,
    )
  return count(touched)
}

const factNames = ['name', 'address', 'latitude', 'longitude', 'registered_voters'] as const
const facts = sql.join(factNames.map((name) => sql.ref(name)))
const factsOf = (table: string) => sql.join(factNames.map((name) => sql.ref(`${table}.${name}`)))

/** The facts of station `s` with what `said` says of them; what that leaves out stays. */
const factsWith = (said: 'd' | 'excluded') => {
  const of = (name: string) => sql.ref(`${said}.${name}`)
  return sql`coalesce(nullif(${of('name')}, ''), s.name),
             coalesce(nullif(${of('address')}, ''), s.address),
             coalesce(${of('latitude')}, s.latitude), coalesce(${of('longitude')}, s.longitude),
             coalesce(${of('registered_voters')}, s.registered_voters)`
}

/** Stations as they were read, `d`; each has its place among them. */
function stationDrafts(drafts: readonly StationDraft[]) {
  const each = <Value>(of: (draft: StationDraft) => Value | undefined) =>
    drafts.map((draft) => of(draft) ?? null)
  return sql`
    unnest(${each(({ areaCode }) => areaCode)}::text[], ${each(({ number }) => number)}::integer[],
           ${drafts.map(({ name }) => name ?? '')}::text[],
           ${drafts.map(({ address }) => address ?? '')}::text[],
           ${each(({ latitude }) => latitude)}::double precision[],
           ${each(({ longitude }) => longitude)}::double precision[],
           ${each(({ voters }) => voters)}::integer[]) with ordinality
      as d (code, number, ${facts}, place)`
}

/**
 * Stores stations; of one that is known by its area and number, what is said is changed. Where its area
 * has come to lie in another county, it is moved there afterwards.
 */
export async function upsertStations(
  tx: Tx,
  electionId: Id<'elections'>,
  leafLevel: number,
  stations: readonly StationDraft[],
): Promise<Loaded> {
  let loaded: Loaded = { added: 0, changed: 0 }
  for (let from = 0; from < stations.length; from += batch) {
    const { rows: touched } = await sql<{ isNew: boolean }>`
      insert into polling_stations as s (election_id, area_id, county_id, number, ${facts})
      select ${electionId}, a.id, a.county_id, d.number, ${factsOf('d')}
        from ${stationDrafts(stations.slice(from, from + batch))}
        join areas a
          on a.election_id = ${electionId} and a.level = ${leafLevel} and a.code = d.code
      on conflict on constraint polling_stations_number_is_taken do update
        set (${facts}) = row (${factsWith('excluded')})
        where (${factsOf('s')}) is distinct from (${factsWith('excluded')})
      returning xmax = 0 as "isNew"`.execute(tx)
    loaded = add(loaded, count(touched))
  }
  return loaded
}

export type StationFate = Judged<unknown>['fate']

/** What each station would do to what is stored, in their order. */
export async function compareStations(
  tx: Tx,
  electionId: Id<'elections'>,
  leafLevel: number,
  stations: readonly StationDraft[],
): Promise<StationFate[]> {
  // The area is looked up apart: joined, PostgreSQL 15 took the few stations it expected for a
  // reason to look for each number in the whole election.
  const { rows } = await sql<{ fate: StationFate }>`
    select case when s.id is null then 'added'
                when (${factsOf('s')}) is distinct from (${factsWith('d')}) then 'changed'
                else 'unchanged' end as fate
      from (select d.*, (select a.id from areas a where a.election_id = ${electionId}
                            and a.level = ${leafLevel} and a.code = d.code) as area_id
              from ${stationDrafts(stations)} offset 0) d
      left join polling_stations s
        on s.election_id = ${electionId} and s.area_id = d.area_id and s.number = d.number
     order by d.place`.execute(tx)
  return rows.map(({ fate }) => fate)
}

const count = (touched: readonly { readonly isNew: boolean }[]): Loaded => {
  const added = touched.filter(({ isNew }) => isNew).length
  return { added, changed: touched.length - added }
}

const add = (one: Loaded, other: Loaded): Loaded => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
})
