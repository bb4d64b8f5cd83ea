import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { areasWithin } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Proposal } from '../contract.ts'
import { isCounted } from './queries.ts'
import { unassigned } from './unassigned-queries.ts'

/** The most proposals at once; the next ones follow when these are accepted. */
const most = 500

/** The greatest distance of a municipality, in metres; and in degrees anywhere in Europe, as a cheap first filter. */
const near = { metres: 50_000, degrees: 1.2 } as const

type Open = Pick<Proposal, 'pollingStationId' | 'pollingStationNumber' | 'municipality'>
type Free = Pick<Proposal, 'observerId' | 'observerName' | 'observerPhone' | 'ngo' | 'reason'>
type Candidate = Free & {
  /** Null: any station will do. */
  readonly pollingStationId: Id<'pollingStations'> | null
  readonly metres: number | null
}

/**
 * Proposes observers without a station for the uncovered stations of an area. First those who were in its county or
 * near it, now or at an earlier election, by distance. Then those with no known place; organisations already in the
 * county come first. Skips observers known to be elsewhere, and those replaced, taken out or excused that day. Each
 * observer and each station appears once.
 */
export async function proposeAssignments(
  db: Db,
  scope: Scope,
  areaId: Id<'areas'>,
  day: string | undefined,
): Promise<Proposal[]> {
  const open = await listOpen(db, scope, areaId)
  if (open.length === 0) return []
  return eachOnce(open, await listCandidates(db, scope, open, day))
}

/** How many successors to propose; a longer list would not be read. */
const mostSuccessors = 10

/** Proposes observers for a station, even if it is covered; each once, best first. */
export async function proposeSuccessors(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
  day: string | undefined,
): Promise<Proposal[]> {
  const { rows } = await sql<Open>`
    select ${place} from ${places}
     where s.election_id = ${scope.electionId} and s.id = ${stationId} ${andInCounties(scope, sql`s.county_id`)}`.execute(
    db,
  )
  const [station] = rows
  if (!station) return []
  const each = new Map<number, Proposal>()
  for (const { pollingStationId: _, ...candidate } of await listCandidates(db, scope, rows, day))
    if (!each.has(candidate.observerId))
      each.set(candidate.observerId, { ...station, ...candidate })
  return [...each.values()].slice(0, mostSuccessors)
}

const place = sql`
  s.id as polling_station_id, s.number as polling_station_number,
  case when m.id <> s.county_id then m.name else '' end as municipality`

const places = sql`polling_stations s join areas m on m.election_id = s.election_id and m.id = s.area_id`

async function listOpen(db: Db, scope: Scope, areaId: Id<'areas'>): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select ${place} from ${places}
     where s.election_id = ${scope.electionId} and s.area_id in ${areasWithin(scope.electionId, areaId)}
           ${andInCounties(scope, sql`s.county_id`)} and ${isCounted(scope.electionId)}
       and not exists (select from polling_stations n
                        join assignments a on a.election_id = n.election_id and a.polling_station_id = n.id
                        join observers p on p.election_id = a.election_id and p.id = a.observer_id
                        join ngos g on g.id = p.ngo_id and g.is_active
                       where n.election_id = s.election_id and n.counted_as = s.id
                         and a.deleted_at is null and a.cut_until is null and p.deleted_at is null and not p.is_test
                         and (${scope.ngoId}::integer is null or p.ngo_id = ${scope.ngoId}))
     order by m.position, m.id, s.number, s.id`.execute(db)
  return rows
}

/**
 * The stations where each of the `free` was: those they reported from, and those of their phone and organisation at other
 * elections, which are found again by code and number.
 */
const homesOfFree = ({ electionId }: Scope) => sql`
  select f.id as observer_id, h.county_id, h.area_id, h.latitude, h.longitude, 'reported' as reason
    from free f
    join visits v on v.election_id = ${electionId} and v.observer_id = f.id and v.set_aside_at is null
    join polling_stations h on h.election_id = ${electionId} and h.id = v.polling_station_id
  union
  select f.id, nc.id, n.area_id, coalesce(n.latitude, t.latitude), coalesce(n.longitude, t.longitude), 'before'
    from free f
    join observers p on p.ngo_id = f.ngo_id and p.election_id <> ${electionId} and p.deleted_at is null
                    and f.number <> '' and coalesce(p.phone_e164, p.phone_digits) = f.number
    join elections e on e.id = p.election_id and e.deleted_at is null
    cross join lateral (
      select polling_station_id as id from visits where election_id = p.election_id and observer_id = p.id
      union
      select polling_station_id from assignments
       where election_id = p.election_id and observer_id = p.id and deleted_at is null) w
    join polling_stations t on t.election_id = p.election_id and t.id = w.id
    join areas tc on tc.election_id = t.election_id and tc.id = t.county_id
    join areas tm on tm.election_id = t.election_id and tm.id = t.area_id
    left join areas nc on nc.election_id = ${electionId} and nc.code = tc.code and nc.county_id = nc.id
    left join areas nm on nm.election_id = ${electionId} and nm.code = tm.code and nm.county_id = nc.id
    left join polling_stations n on n.election_id = ${electionId} and n.area_id = nm.id and n.number = t.number`

/** Whether an observer `o` was replaced, removed or excused on a day, by default the election's. */
const isAwayOn = ({ electionId }: Scope, day: string | undefined) => sql`exists (
  select from assignments a join elections e on e.id = a.election_id
   cross join lateral (select coalesce(${day ?? null}::date, e.day) as day) d
   where a.election_id = ${electionId} and a.observer_id = o.id
     and (a.cut_until is not null
       or exists (select from excuses x where x.election_id = a.election_id and x.assignment_id = a.id))
     and a.from_at < (d.day + 1)::timestamp at time zone e.timezone
     and coalesce(a.cut_until, a.until_at) > d.day::timestamp at time zone e.timezone)`

/** The candidates for these stations on a day, best first. */
async function listCandidates(
  db: Db,
  scope: Scope,
  open: readonly Open[],
  day: string | undefined,
): Promise<Candidate[]> {
  const { electionId } = scope
  const ids = open.map(({ pollingStationId }) => pollingStationId)
  const { rows } = await sql<Candidate>`
    with open as materialized (
      select s.id, s.area_id, s.county_id, s.number, s.latitude, s.longitude from polling_stations s
       where s.election_id = ${electionId} and s.id = any(${ids}::integer[])
    ), around as (
      select array_agg(distinct county_id) as counties, avg(latitude) as middle,
             min(latitude) - ${near.degrees} as south, max(latitude) + ${near.degrees} as north,
             min(longitude) - ${near.degrees} as west, max(longitude) + ${near.degrees} as east from open
    ), free as materialized (
      select o.id, o.ngo_id, g.name as ngo, o.name, o.phone, coalesce(o.phone_e164, o.phone_digits) as number
        ${unassigned(scope)} and not ${isAwayOn(scope, day)}
    ), homes as materialized (${homesOfFree(scope)}
    ), likely as materialized (
      select h.*, h.county_id = any(r.counties) is true as is_here, cos(radians(r.middle)) as narrowing
        from homes h cross join around r
       where h.county_id = any(r.counties)
          or (h.latitude between r.south and r.north and h.longitude between r.west and r.east)
       order by is_here desc, h.observer_id limit 1000
    ), placed as (
      select h.observer_id, n.id as station_id, h.is_here, h.area_id = n.area_id as is_same_area, n.number,
             case when h.is_here then h.reason else 'nearby' end as reason,
             round(2 * 6371000 * asin(sqrt(
               power(sin(radians(n.latitude - h.latitude) / 2), 2)
               + cos(radians(h.latitude)) * cos(radians(n.latitude))
                 * power(sin(radians(n.longitude - h.longitude) / 2), 2))))::integer as metres
        from likely h cross join lateral (
          select s.* from open s
           order by power(s.latitude - h.latitude, 2) + power((s.longitude - h.longitude) * h.narrowing, 2) nulls last,
                    s.area_id = h.area_id desc nulls last, s.number, s.id limit 20) n
    ), known as (
      select distinct on (observer_id, station_id) * from placed
       where is_here or metres <= ${near.metres}
       order by observer_id, station_id, metres nulls last, reason desc
    ), organisations as materialized (
      select distinct p.ngo_id from polling_stations s
        join assignments a on a.election_id = s.election_id and a.polling_station_id = s.id and a.deleted_at is null
        join observers p on p.election_id = a.election_id and p.id = a.observer_id and p.deleted_at is null and not p.is_test
       where s.election_id = ${electionId} and s.county_id in (select county_id from open)
    ), unknown as (
      select f.id as observer_id, f.ngo_id in (select ngo_id from organisations) as is_of_here
        from free f where not exists (select from homes h where h.observer_id = f.id)
       order by is_of_here desc, f.name collate names, f.id limit ${most}
    ), each as (
      select observer_id, station_id, metres, reason, 0 as rank, is_same_area, number from known
      union all
      -- Fallback: any other station, once all nearby ones are taken.
      (select distinct on (observer_id) observer_id, null, null, reason, 1, null, null from known where is_here
        order by observer_id, reason desc)
      union all
      select observer_id, null, null, case when is_of_here then 'organisation' else 'anyone' end,
             case when is_of_here then 2 else 3 end, null, null from unknown
    )
    select e.station_id as polling_station_id, e.metres, e.reason, f.id as observer_id, f.name as observer_name,
           f.phone as observer_phone, f.ngo
      from each e join free f on f.id = e.observer_id
     order by e.rank, e.metres nulls last, e.is_same_area desc nulls last, e.number, f.name collate names, f.id`.execute(
    db,
  )
  return rows
}

/** Pairs each observer and station once, in order; a candidate without a station gets the first one left. */
function eachOnce(open: readonly Open[], candidates: readonly Candidate[]): Proposal[] {
  const left = new Map(open.map((one) => [one.pollingStationId, one]))
  const taken = new Set<number>()
  const proposals: Proposal[] = []
  for (const { pollingStationId, ...candidate } of candidates) {
    if (proposals.length === most || left.size === 0) break
    if (taken.has(candidate.observerId)) continue
    const [first] = left.values()
    const station = pollingStationId === null ? first : left.get(pollingStationId)
    if (!station) continue
    left.delete(station.pollingStationId)
    taken.add(candidate.observerId)
    proposals.push({ ...station, ...candidate })
  }
  return proposals
}
