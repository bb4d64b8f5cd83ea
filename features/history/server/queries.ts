import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { countedAs, stationName } from '#features/places/server/queries.ts'
import { skipped } from '#kit/contract/page.ts'
import { endOf, readMoment } from '#kit/contract/value/instant.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { type HistoryLine, type HistoryQuery, mostCounted } from '../contract.ts'
import { isOfObservers } from '../domain.ts'
import { byActor, visibleTo } from './people-queries.ts'

type Reader = Pick<StaffActor, 'scope' | 'timezone'>

/** One page of history, newest first, and how many lines there are, as far as they are counted. */
export async function listHistory(
  db: Db,
  reader: Reader,
  query: HistoryQuery,
): Promise<{ data: HistoryLine[]; totalItems: number }> {
  const matching = await matchingLines(db, reader, query)
  const room = Math.max(0, mostCounted - skipped(query))
  const [{ rows: data }, { rows: totals }] = await Promise.all([
    // The page is read from history alone, by its index; names are looked up for its rows only.
    sql<HistoryLine>`
      with h as materialized (
        select h.* ${matching} order by h.at desc, h.id desc
         limit ${Math.min(query.pageSize, room)} offset ${Math.min(skipped(query), mostCounted)}
      )
      select h.id, h.at, h.actor_role, h.actor_id, h.actor_name, h.act, h.subject, h.subject_id,
             coalesce(o.name, s.station, named.name) as subject_name, o.phone,
             case when s.id is not null
                  then json_build_object('observerId', v.observer_id,
                                         'pollingStationId', v.polling_station_id) end as visit,
             h.before, h.after, seal.position
        from h ${named(reader.scope)}
        left join history_seals seal on seal.history_id = h.id
       order by h.at desc, h.id desc`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from (select ${matching} limit ${mostCounted}) counted`.execute(db),
  ])
  return { data, totalItems: totals[0]?.total ?? 0 }
}

/** The station and observer of a report that was linked or taken out, if the reader sees it. */
const linkedReport = (scope: Scope) => sql`(
  select ${stationName} || ', ' || r.name
    from visits v
    join observers r on r.election_id = v.election_id and r.id = v.observer_id
    join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
    join areas a on a.election_id = s.election_id and a.id = s.area_id
    join areas c on c.election_id = s.election_id and c.id = s.county_id
   where v.election_id = h.election_id
     and v.observer_id = (coalesce(h.after, h.before) #>> '{report,observerId}')::integer
     and v.polling_station_id = (coalesce(h.after, h.before) #>> '{report,pollingStationId}')::integer
     and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
     ${andInCounties(scope, sql`v.county_id`)})`

/** What the lines are about, by its current name; each kind of thing has its own ids. */
const named = (scope: Scope) => sql`
  left join observers o
    on h.subject = 'observers' and o.election_id = h.election_id and o.id = h.subject_id
  left join visits v on v.election_id = h.election_id and v.id = case h.subject
    when 'visits' then h.subject_id
    when 'notes' then (select visit_id from notes n
                        where n.election_id = h.election_id and n.id = h.subject_id) end
  left join lateral (
    select s.id, ${stationName} as station
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      join areas c on c.election_id = s.election_id and c.id = s.county_id
     where s.election_id = v.election_id and s.id = v.polling_station_id
  ) s on true
  left join lateral (
    select name from areas
     where h.subject = 'areas' and election_id = h.election_id and id = h.subject_id
    union all
    select ${stationName} from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      join areas c on c.election_id = s.election_id and c.id = s.county_id
     where h.subject = 'polling_stations' and s.election_id = h.election_id and s.id = h.subject_id
    union all
    select code from forms
     where h.subject = 'forms' and election_id = h.election_id and id = h.subject_id
    union all
    select number || ' ' || title || coalesce(': ' || ${linkedReport(scope)}, '') from incidents
     where h.subject = 'incidents' and election_id = h.election_id and id = h.subject_id
    union all
    select title from notifications
     where h.subject = 'notifications' and election_id = h.election_id and id = h.subject_id
    union all
    select name from elections where h.subject = 'elections' and id = h.subject_id
    union all
    select name from ngos
     where h.subject = 'accounts' and h.act like 'accounts.ngo-%' and id = h.subject_id
    union all
    select name from access_keys where h.subject = 'keys' and id = h.subject_id
    union all
    select account from staff
     where h.subject = 'accounts' and h.act not like 'accounts.ngo-%' and id = h.subject_id
  ) named on true`

/** `from history h where …`: the lines that the reader may see and asks for. */
async function matchingLines(
  db: Db,
  { scope, timezone }: Reader,
  query: HistoryQuery,
): Promise<RawBuilder<unknown>> {
  const { actor, act, subject, subjectId, from, to } = query
  const conditions = [
    sql`h.election_id = ${scope.electionId}`,
    await visibleTo(db, scope),
    actor && (await byActor(db, scope, actor)),
    // Acts with few lines are found by an index of their own, where PostgreSQL sees that it may use it.
    act !== undefined &&
      sql`h.act = ${act} and ${isOfObservers(act) ? sql`true` : sql`h.actor_role <> 'observer'`}`,
    subject !== undefined && sql`h.subject = ${subject}`,
    subjectId !== undefined && sql`h.subject_id = ${subjectId}`,
    aboutStation(scope, query),
    aboutObserver(scope, query),
    from !== undefined && sql`h.at >= ${readMoment(from, timezone, 'earlier')}`,
    to !== undefined && sql`h.at < ${endOf(to, timezone)}`,
  ].filter((condition) => typeof condition === 'object')
  return sql`from history h where ${sql.join(conditions, sql` and `)}`
}

/** What was done to a station, and what was reported from it. */
function aboutStation(
  { electionId }: Scope,
  { observerId, pollingStationId }: HistoryQuery,
): RawBuilder<unknown> {
  if (observerId !== undefined || pollingStationId === undefined) return sql`true`
  // With those that are merged into it.
  const such = (column: string) => sql`(${sql.ref(column)} = ${pollingStationId}
    or ${sql.ref(column)} in ${countedAs(electionId, pollingStationId)})`
  return sql`(
    h.subject = 'polling_stations' and ${such('h.subject_id')} or ${ofVisits(electionId, such('polling_station_id'))})`
}

/** Lines about such visits and the notes of them. */
function ofVisits(electionId: Scope['electionId'], such: RawBuilder<unknown>) {
  const visits = sql`select id from visits where election_id = ${electionId} and ${such}`
  return sql`(
    h.subject = 'visits' and h.subject_id in (${visits})
    or h.subject = 'notes' and h.subject_id in (
      select id from notes where election_id = ${electionId} and visit_id in (${visits})))`
}

/** Acts by which staff write down what an observer says. */
const telephoned = ['answers.telephoned', 'visits.telephoned', 'notes.telephoned']

function aboutObserver(
  { electionId }: Scope,
  { observerId, pollingStationId }: HistoryQuery,
): RawBuilder<unknown> {
  if (observerId === undefined) return sql`true`
  if (pollingStationId === undefined)
    return sql`(h.actor_role = 'observer' and h.actor_id = ${observerId}
                or h.subject = 'observers' and h.subject_id = ${observerId}
                or h.act = any(${telephoned}::text[]) and h.actor_role <> 'observer'
                   and ${ofVisits(electionId, sql`observer_id = ${observerId}`)})`
  return ofVisits(
    electionId,
    sql`observer_id = ${observerId} and polling_station_id = ${pollingStationId}`,
  )
}
