import { sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import { coverTotals, everybody, isCounted } from '#features/assignments/server/queries.ts'
import { andOfNgo } from '#features/milestones/server/deployment-queries.ts'
import { inState } from '#features/milestones/server/state-queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { MapArea } from '../contract.ts'
import { ofNgos } from './queries.ts'
import { sourcesOf } from './source-queries.ts'

/**
 * The municipalities of a county, which are its innermost areas, with their figures. Unlike a county's, the figures of
 * late, reported and flagged are not stored: they are counted from the county's rows. Merged stations count in the
 * municipality of the station they are counted as.
 */
export async function listMunicipalities(
  db: Db,
  scope: Scope,
  { countyId, ...filter }: { readonly countyId: Id<'areas'> } & VerifiedOnly,
  now: Date,
): Promise<MapArea[]> {
  const { electionId } = scope
  const sources = sourcesOf(scope, filter)
  const { rows } = await sql<MapArea>`${toPrepare}
    with there as (
      select s.area_id, count(*)::integer as stations from polling_stations s
       where s.election_id = ${electionId} and s.county_id = ${countyId} and ${isCounted(electionId)}
       group by s.area_id
    ), placed as materialized (
      select s.id, t.area_id
        from polling_stations s
        join polling_stations t on t.election_id = s.election_id and t.id = s.counted_as
       where s.election_id = ${electionId} and s.county_id = ${countyId}
    ), owed as (
      select p.area_id, count(*)::integer as late
        from expectations x
        join placed p on p.id = x.polling_station_id
       where x.election_id = ${electionId} and x.county_id = ${countyId}
         and ${inState('late', now)} ${andOfNgo(scope, sql`x.ngo_id`)}
       group by p.area_id
    ), reported as (
      select p.area_id, count(*)::integer as reports
        from visits v
        join placed p on p.id = v.polling_station_id
       where v.election_id = ${electionId} and v.county_id = ${countyId} and (v.answered > 0 or v.notes > 0)
         and ${ofNgos(scope, sql`v.ngo_id`)}
         and ${sources.isCounted}
       group by p.area_id
    ), irregular as (
      select p.area_id, sum(n.flagged)::integer as flagged
        from placed p
        join ${sources.stationFlags} n on n.election_id = ${electionId} and n.polling_station_id = p.id
       where n.flagged > 0 and ${ofNgos(scope, sql`n.ngo_id`)}
       group by p.area_id
    )
    select m.id, m.code, m.name, coalesce(s.stations, 0) as stations, coalesce(k.covered, 0) as covered,
           coalesce(k.visited, 0) as visited, coalesce(k.met, 0) as met, coalesce(x.late, 0) as late,
           coalesce(v.reports, 0) as reports,
           coalesce(f.flagged, 0) as flagged
      from areas m
      left join there s on s.area_id = m.id
      left join ${coverTotals(scope, filter)} k on k.election_id = m.election_id and k.area_id = m.id
                              and k.ngo_id = ${scope.ngoId ?? everybody}
      left join owed x on x.area_id = m.id
      left join reported v on v.area_id = m.id
      left join irregular f on f.area_id = m.id
     where m.election_id = ${electionId} and m.county_id = ${countyId} and m.id <> ${countyId}
       and not exists (select from areas n where n.election_id = m.election_id and n.parent_id = m.id)
           ${andInCounties(scope, sql`m.county_id`)}
     order by m.position, m.name collate names, m.id`.execute(db)
  return rows
}
