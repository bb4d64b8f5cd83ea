import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Proposal } from '../contract.ts'

type Candidate = Omit<Proposal, 'metres'> & { readonly metres: number | null }

/** How many pairs are compared: more than any county has of both. */
const most = 20_000

/**
 * Observers without a station for a county's stations without anybody: whoever reported from that county before, the
 * nearest of their stations to the one that is open first. Each observer and each station once.
 */
export async function proposeAssignments(
  db: Db,
  scope: Scope,
  countyId: Id<'areas'>,
): Promise<Proposal[]> {
  const { rows } = await sql<Candidate>`
    with open as (
      select s.*, case when m.id <> s.county_id then m.name else '' end as municipality, m.position
        from polling_stations s
        join areas m on m.election_id = s.election_id and m.id = s.area_id
       where s.election_id = ${scope.electionId} and s.county_id = ${countyId} ${andInCounties(scope, sql`s.county_id`)}
         and s.closed_at is null and s.merged_into is null
         and not exists (select from polling_stations n
                          join assignments a on a.election_id = n.election_id and a.polling_station_id = n.id
                          join observers p on p.election_id = a.election_id and p.id = a.observer_id
                          join ngos g on g.id = p.ngo_id and g.is_active
                         where n.election_id = s.election_id and n.counted_as = s.id
                           and a.deleted_at is null and p.deleted_at is null)
    ), free as (
      select o.id, o.name, o.phone, v.polling_station_id
        from observers o
        join ngos g on g.id = o.ngo_id and g.is_active
        join visits v on v.election_id = o.election_id and v.observer_id = o.id and v.county_id = ${countyId}
       where o.election_id = ${scope.electionId} and o.deleted_at is null and not o.is_test
         and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId})
         and not exists (select from assignments a where a.election_id = o.election_id and a.observer_id = o.id
                                                     and a.deleted_at is null)
    )
    select s.id as polling_station_id, s.number as polling_station_number, s.municipality, f.id as observer_id,
           f.name as observer_name, f.phone as observer_phone,
           min(round(2 * 6371000 * asin(sqrt(
             power(sin(radians(s.latitude - h.latitude) / 2), 2)
             + cos(radians(h.latitude)) * cos(radians(s.latitude))
               * power(sin(radians(s.longitude - h.longitude) / 2), 2)))))::integer as metres
      from open s
      cross join free f
      join polling_stations h on h.election_id = ${scope.electionId} and h.id = f.polling_station_id
     group by s.id, s.number, s.municipality, s.position, f.id, f.name, f.phone
     order by metres nulls last, s.position, s.number, f.name collate names, f.id
     limit ${most}`.execute(db)
  return eachOnce(rows)
}

/** The first pair of each observer and each station. */
function eachOnce(pairs: readonly Candidate[]): Proposal[] {
  const taken = { stations: new Set<number>(), observers: new Set<number>() }
  return pairs.filter(({ pollingStationId, observerId }) => {
    if (taken.stations.has(pollingStationId) || taken.observers.has(observerId)) return false
    taken.stations.add(pollingStationId)
    taken.observers.add(observerId)
    return true
  })
}
