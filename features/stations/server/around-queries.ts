import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import { isInFigures } from '#features/answers/server/chosen-queries.ts'
import { isSeenBy, leavesAt } from '#features/notifications/server/queries.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { countedAs } from '#features/places/server/queries.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { mostRecipients, type StationBefore, type StationMessage } from '../contract.ts'
import { visitsTo } from './queries.ts'

/** The messages `n` to expected and past observers of a station (`here`), with the number of recipients among them. */
const messagesTo = (who: StaffActor, stationId: Id<'pollingStations'>): RawBuilder<unknown> => {
  const { scope } = who
  return sql`
    here as materialized (
      select o.id, o.name from observers o
       where ${inScope(scope)}
         and o.id in (select a.observer_id from assignments a
                       where a.election_id = ${scope.electionId} and a.deleted_at is null
                         and a.polling_station_id in ${countedAs(scope.electionId, stationId)}
                      union
                      select v.observer_id ${visitsTo(scope, stationId)})
    ),
    messages as materialized (
      select n.id, ${leavesAt} as leaves_at, count(*)::integer as recipients
        from here
        join deliveries d on d.election_id = ${scope.electionId} and d.observer_id = here.id
        join notifications n on n.election_id = ${scope.electionId} and n.id = d.notification_id and ${isSeenBy(who)}
       group by n.election_id, n.id
    )`
}

/** A page of the messages to expected and past observers of a station, and their number. */
export async function listMessages(
  db: Db,
  who: StaffActor,
  stationId: Id<'pollingStations'>,
  query: PageQuery,
): Promise<{ data: StationMessage[]; totalItems: number }> {
  const { electionId } = who.scope
  const [{ rows: data }, { rows: totals }] = await Promise.all([
    sql<StationMessage>`${toPrepare}
      with ${messagesTo(who, stationId)}
      select n.id as notification_id, n.title, n.inserted_at, n.send_at, n.sender_account, m.recipients as recipients_here,
             (select json_agg(json_build_object('observerId', r.id, 'observerName', r.name,
                                                'state', r.state, 'why', r.why))
                from (select here.id, here.name, d.state, d.why
                        from here
                        join deliveries d on d.election_id = ${electionId} and d.notification_id = n.id
                                         and d.observer_id = here.id
                       order by d.state <> 'failed', here.name collate names, here.id
                       limit ${mostRecipients}) r) as recipients
        from (select id, recipients from messages
               order by leaves_at desc, id desc limit ${query.pageSize} offset ${skipped(query)}) m
        join notifications n on n.election_id = ${electionId} and n.id = m.id
       order by ${leavesAt} desc, n.id desc`.execute(db),
    sql<{ total: number }>`${toPrepare}
      with ${messagesTo(who, stationId)} select count(*)::integer as total from messages`.execute(
      db,
    ),
  ])
  return { data, totalItems: totals[0]?.total ?? 0 }
}

/** A station of an earlier election, with what the reply says of it. */
type Earlier = Omit<StationBefore, 'visits' | 'answers' | 'notes' | 'flagged'> & {
  readonly electionId: Id<'elections'>
  readonly stationId: Id<'pollingStations'>
}

/**
 * The station of the same place and number in the latest earlier election that has it. Numbers may restart in each
 * municipality, so the county alone identifies a station only if one of the two elections numbers the whole county.
 */
export async function findBefore(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<StationBefore | null> {
  // Split in parts: planning one query over so many tables took a hundred times as long as reading them.
  const { rows } = await sql<Earlier>`${toPrepare}
    with own as materialized (
      select s.id, s.election_id, s.county_id, s.number, s.counted_as, s.area_id = s.county_id as is_undivided,
             (select c.code from areas c where c.election_id = s.election_id and c.id = s.county_id) as county_code,
             (select m.code from areas m where m.election_id = s.election_id and m.id = s.area_id) as area_code,
             (select e.day from elections e where e.id = s.election_id) as day
        from polling_stations s where s.election_id = ${scope.electionId} and s.id = ${stationId}
    ), found as materialized (
      select e.id as election_id, e.name as election, e.day, named.counted_as as station_id
        from own
        join elections e on e.day < own.day and e.deleted_at is null
                        and 'rehearsal' <> all(array[e.state, coalesce(e.archived_from, '')])
        join areas k on k.election_id = e.id and k.level = e.county_level and k.code = own.county_code
        join polling_stations named on named.election_id = e.id and named.county_id = k.id and named.number = own.number
       where (select l.code from areas l where l.election_id = e.id and l.id = named.area_id) = own.area_code
          or (own.is_undivided or named.area_id = named.county_id)
             and not exists (${othersNumbered('named')}) and not exists (${othersNumbered('own')})
       order by e.day desc, e.id desc limit 1
    )
    select f.election_id, f.station_id, f.election, f.day::text as day, b.name, b.address,
           b.registered_voters as voters
      from found f
      join polling_stations b on b.election_id = f.election_id and b.id = f.station_id`.execute(db)
  const [found] = rows
  if (!found) return null
  const { electionId, stationId: before, ...station } = found
  return {
    ...station,
    ...(await countBefore(db, { ...scope, electionId, countyIds: null }, before)),
  }
}

/** Other stations of its county with its number, except those merged with it. */
const othersNumbered = (station: 'named' | 'own') => sql`
  select from polling_stations o
   where o.election_id = ${sql.ref(`${station}.election_id`)} and o.county_id = ${sql.ref(`${station}.county_id`)}
     and o.number = ${sql.ref(`${station}.number`)} and o.counted_as <> ${sql.ref(`${station}.counted_as`)}`

/** @param scope of the earlier election. Its counties have other ids; the caller sees the station's county. */
async function countBefore(db: Db, scope: Scope, stationId: Id<'pollingStations'>) {
  const { rows } = await sql<Pick<StationBefore, 'visits' | 'answers' | 'notes' | 'flagged'>>`
    select count(*)::integer as visits, coalesce(sum(v.answered), 0)::integer as answers,
           coalesce(sum(v.notes), 0)::integer as notes, coalesce(sum(v.flagged), 0)::integer as flagged
           ${visitsTo(scope, stationId)}
       and ${isInFigures(scope.electionId)}`.execute(db)
  return rows[0] ?? { visits: 0, answers: 0, notes: 0, flagged: 0 }
}
