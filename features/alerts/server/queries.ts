import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { incidentsWithPlace, isIncidentSeen, isOpen } from '#features/incidents/server/queries.ts'
import { inScope } from '#features/observers/server/scope-queries.ts'
import { joinCounted, stationName } from '#features/places/server/queries.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { AlertSettings } from '../contract.ts'
import type { Alert } from '../domain.ts'

/** The most alerts of one kind: many severe incidents hide no mention. */
const most = 100

export type Reader = Pick<StaffActor, 'scope' | 'id' | 'name'>

type AlertRow = { [Name in keyof Alert]-?: Alert[Name] | null }

/**
 * The newest alerts for an account. They are derived from what is stored about their subjects, so an account that sees a
 * subject no more has no alert about it.
 */
export async function listAlerts(
  db: Db | Tx,
  reader: Reader,
  { mutedKinds, mutedCountyCodes }: Pick<AlertSettings, 'mutedKinds' | 'mutedCountyCodes'>,
  now: Date,
): Promise<Alert[]> {
  const { rows } = await sql<AlertRow>`
    with x as materialized (
      select * from (${happened(reader, now)}) x
       where kind <> all(${mutedKinds}::text[])),
    named as (${named(reader)}),
    ranked as (
      select *, row_number() over (partition by kind order by at desc) as nth from named
       where county is null or county <> all(${mutedCountyCodes}::text[]))
    select kind, at, by, name, observer_id, polling_station_id, incident_id from ranked
     where nth <= ${most} order by at desc`.execute(db)
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Alert,
  )
}

/** When a field of incident `i` was last changed, or the incident moved into sight, and the author of the former. */
const changeOf = (field: 'owner' | 'severity') => sql`
  greatest(coalesce((i.changes #>> ${[field, 'at']}::text[])::timestamptz, i.made_at),
           (i.changes #>> '{pollingStationId,at}')::timestamptz, (i.changes #>> '{countyId,at}')::timestamptz),
  coalesce(i.changes #>> ${[field, 'by']}::text[], i.made_by)`

/** What others did that concerns the reader, whether or not they see it. */
function happened({ scope, id, name }: Reader, now: Date): RawBuilder<unknown> {
  const { electionId, ngoId } = scope
  return sql`
    select 'mention' as kind, c.observer_id, c.polling_station_id, c.incident_id, c.written_at as at,
           c.written_by_name as by
      from comments c
     where c.election_id = ${electionId} and c.mentions <> '{}' and c.mentions @> array[${id}::integer]
       and c.deleted_at is null and (${ngoId}::integer is null or c.ngo_id = ${ngoId})
    union all
    select 'assigned', v.observer_id, v.polling_station_id, null, r.assigned_at, r.assigned_by
      from reviews r join visits v on v.election_id = r.election_id and v.id = r.visit_id
     where r.election_id = ${electionId} and r.assignee_id = ${id} and r.assigned_by <> ${name}
       and r.state <> 'set-aside' and (r.state <> 'verified' or r.seen_until < v.last_modified)
    union all
    select k.kind, null, null, i.id, k.at, k.by
      from incidents i cross join lateral (values
        ('assigned', i.owner_id = ${id}, ${changeOf('owner')}),
        ('due', ${id} in (i.owner_id, i.escalate_to_id) and i.due_at <= ${now},
         greatest(i.due_at, coalesce((i.changes #>> '{dueAt,at}')::timestamptz, i.made_at),
                  -- Reopened: while it was closed there was no alert.
                  case when i.state = 'open' then (i.changes #>> '{state,at}')::timestamptz end,
                  case when i.owner_id is distinct from ${id} then (i.changes #>> '{escalateTo,at}')::timestamptz end), ''),
        ('severe', i.severity in ('high', 'critical'), ${changeOf('severity')})
      ) k (kind, is_so, at, by)
     where i.election_id = ${electionId} and (${ngoId}::integer is null or i.ngo_id = ${ngoId})
       and ${isOpen} and k.is_so and k.by <> ${name}`
}

/** Alerts `x` about what the reader sees, with the subject's name and the code of its county. */
function named({ scope }: Reader): RawBuilder<unknown> {
  const { electionId, ngoId } = scope
  const placed = sql`
    join areas a on a.election_id = s.election_id and a.id = s.area_id
    join areas c on c.election_id = s.election_id and c.id = s.county_id`
  return sql`
    select x.*, i.title as name, c.code as county
      from x join (${incidentsWithPlace}) on i.id = x.incident_id and ${isIncidentSeen(scope)}
    union all
    select x.*, ${stationName} || ', ' || o.name, c.code
      from x
      join visits v on v.election_id = ${electionId} and v.observer_id = x.observer_id
           and v.polling_station_id = x.polling_station_id
           and (${ngoId}::integer is null or v.ngo_id = ${ngoId}) ${andInCounties(scope, sql`v.county_id`)}
      join observers o on o.election_id = v.election_id and o.id = v.observer_id
      ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)} ${placed}
    union all
    select x.*, o.name, null
      from x join observers o on o.id = x.observer_id and o.deleted_at is null and ${inScope(scope)}
     where x.polling_station_id is null
    union all
    select x.*, ${stationName}, c.code
      from x ${joinCounted(sql`${electionId}`, sql`x.polling_station_id`)} ${placed}
     where x.observer_id is null ${andInCounties(scope, sql`named.county_id`)}`
}
