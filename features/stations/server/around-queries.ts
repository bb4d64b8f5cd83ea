import { sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import { isSeenBy } from '#features/notifications/server/queries.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { countedAs } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import type { StationBefore, StationMessage } from '../contract.ts'
import { visitsTo } from './queries.ts'

/** The newest messages to those who are to be at a station, or were there. */
export async function listMessages(
  db: Db,
  who: StaffActor,
  stationId: Id<'pollingStations'>,
): Promise<StationMessage[]> {
  const { scope } = who
  const { rows } = await sql<StationMessage>`${toPrepare}
    with here as materialized (
      select a.observer_id as id from assignments a
       where a.election_id = ${scope.electionId} and a.deleted_at is null
         and a.polling_station_id in ${countedAs(scope.electionId, stationId)}
      union
      select v.observer_id ${visitsTo(scope, stationId)}
    )
    select n.id as notification_id, n.title, n.inserted_at, n.sender_account,
           json_agg(json_build_object('observerId', o.id, 'observerName', o.name, 'state', d.state, 'why', d.why)
                    order by o.name collate names, o.id) as recipients
      from here
      join observers o on ${inScope(scope)} and o.id = here.id
      join deliveries d on d.election_id = ${scope.electionId} and d.observer_id = o.id
      join notifications n on n.election_id = ${scope.electionId} and n.id = d.notification_id and ${isSeenBy(who)}
     group by n.election_id, n.id
     order by n.inserted_at desc, n.id desc limit 20`.execute(db)
  return rows
}

/** A station that was there before, and what puts it in an answer. */
type Earlier = Omit<StationBefore, 'visits' | 'answers' | 'notes' | 'flagged'> & {
  readonly electionId: Id<'elections'>
  readonly stationId: Id<'pollingStations'>
}

/** A station in the latest election before this one that has one of the same county and number. */
export async function findBefore(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<StationBefore | null> {
  const { rows } = await sql<Earlier>`
    select e.id as election_id, b.id as station_id, e.name as election, e.day::text as day, b.name, b.address,
           b.registered_voters as voters
      from polling_stations s
      join areas c on c.election_id = s.election_id and c.id = s.county_id
      join elections own on own.id = s.election_id
      join elections e on e.day < own.day and e.deleted_at is null
                      and 'rehearsal' <> all(array[e.state, coalesce(e.archived_from, '')])
      join areas k on k.election_id = e.id and k.level = e.county_level and k.code = c.code
      join polling_stations named on named.election_id = e.id and named.county_id = k.id and named.number = s.number
      join polling_stations b on b.election_id = e.id and b.id = named.counted_as
     where s.election_id = ${scope.electionId} and s.id = ${stationId}
     order by e.day desc, e.id desc, b.id limit 1`.execute(db)
  const [found] = rows
  if (!found) return null
  const { electionId, stationId: before, ...station } = found
  return {
    ...station,
    ...(await countBefore(db, { ...scope, electionId, countyIds: null }, before)),
  }
}

/** @param scope of the election before: its counties have other ids, but the station is in one that the caller sees */
async function countBefore(db: Db, scope: Scope, stationId: Id<'pollingStations'>) {
  const { rows } = await sql<Pick<StationBefore, 'visits' | 'answers' | 'notes' | 'flagged'>>`
    select count(*)::integer as visits, coalesce(sum(v.answered), 0)::integer as answers,
           coalesce(sum(v.notes), 0)::integer as notes, coalesce(sum(v.flagged), 0)::integer as flagged
           ${visitsTo(scope, stationId)}`.execute(db)
  return rows[0] ?? { visits: 0, answers: 0, notes: 0, flagged: 0 }
}
