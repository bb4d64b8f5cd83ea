import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { joinCounted, stationName } from '#features/places/server/queries.ts'
import { skipped } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { endStates, severities } from '../domain.ts'
import type {
  BriefIncident,
  Incident,
  IncidentFilter,
  IncidentQuery,
  LinkedReport,
  ReportKey,
} from '../incident-contract.ts'

/** Incidents `i` with their place: `s` is the station, or the one it is merged into, `a` its area and `c` the county. */
export const incidentsWithPlace = sql`
  incidents i
  left join (polling_stations named
    join polling_stations s on s.election_id = named.election_id and s.id = named.counted_as)
    on named.election_id = i.election_id and named.id = i.polling_station_id
  left join areas a on a.election_id = s.election_id and a.id = s.area_id
  left join areas c on c.election_id = i.election_id and c.id = coalesce(s.county_id, i.county_id)`

/** Whether the caller sees incident `i`. */
export const isIncidentSeen = (scope: Scope) => sql`
  i.election_id = ${scope.electionId}
  and (${scope.ngoId}::integer is null or i.ngo_id = ${scope.ngoId})
  ${andInCounties(scope, sql`c.id`)}`

/** Whether the caller sees visit `v`. */
export const isVisitSeen = (scope: Scope) => sql`
  v.election_id = ${scope.electionId}
  and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
  ${andInCounties(scope, sql`v.county_id`)}`

/** The ids of an incident and of those merged into it (docs/decisions/092). */
export const withMerged = (electionId: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`(
  select ${id} union all
  select m.id from incidents m where m.election_id = ${electionId} and m.merged_into = ${id})`

/** The visits `v` that an incident is about and that the caller sees. */
const visitsOf = (scope: Scope, id: RawBuilder<unknown>) => sql`
  (select distinct election_id, visit_id from incident_reports
    where election_id = ${scope.electionId} and incident_id in ${withMerged(sql`${scope.electionId}::integer`, id)}) r
  join visits v on v.election_id = r.election_id and v.id = r.visit_id and ${isVisitSeen(scope)}`

export const placeName = sql`coalesce(case when s.id is null then c.name else ${stationName} end, '')`

const briefColumns = sql`i.id, i.number, i.title, i.severity, i.state, ${placeName} as place`

export const isUnmerged = sql`i.merged_into is null`

/** Whether something is left to do about incident `i`; about one that is merged, its target says so. */
export const isOpen = sql`(i.state not in (${sql.join(endStates.map((state) => sql.lit(state)))}) and ${isUnmerged})`

/** Open ones first, then by severity. */
const byUrgency = sql`
  ${isOpen} desc, array_position(${severities}::text[], i.severity) desc`

const incidentColumns = (scope: Scope) => sql`
  ${briefColumns}, i.category, k.name as category_name, i.polling_station_id, i.county_id, w.account as owner, u.account as escalate_to,
  i.due_at, i.informed, i.outcome, i.made_by, i.made_at, i.revision, i.changes,
  (select count(*)::integer from ${visitsOf(scope, sql`i.id`)}) as reports`

const shownIncidents = sql`
  ${incidentsWithPlace}
  left join incident_categories k on k.election_id = i.election_id and k.code = i.category
  left join staff w on w.id = i.owner_id
  left join staff u on u.id = i.escalate_to_id`

const filters = (
  { state, severity, category, county, owner }: IncidentFilter,
  staffId: Id<'staff'>,
): RawBuilder<unknown>[] =>
  [
    state !== undefined && sql`i.state = ${state}`,
    severity !== undefined && sql`i.severity = ${severity}`,
    category !== undefined && sql`i.category = ${category}`,
    county !== undefined && sql`c.code = ${county}`,
    owner === 'me' && sql`w.id = ${staffId}`,
    owner === 'none' && sql`w.id is null`,
  ].filter((one) => one !== false)

export async function listIncidents(
  db: Db,
  { scope, id }: Pick<StaffActor, 'scope' | 'id'>,
  query: IncidentQuery,
): Promise<{ data: Incident[]; totalItems: number }> {
  const from = sql`from ${shownIncidents} where ${sql.join([isIncidentSeen(scope), isUnmerged, ...filters(query, id)], sql` and `)}`
  const [{ rows: data }, { rows: counts }] = await Promise.all([
    sql<Incident>`
      select ${incidentColumns(scope)} ${from}
       order by ${byUrgency}, i.due_at nulls last, i.number desc
       limit ${query.pageSize} offset ${skipped(query)}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(db),
  ])
  return { data, totalItems: counts[0]?.total ?? 0 }
}

/** The open incidents that the caller sees, the most urgent first; fifty at most. */
export const listOpenIncidents = async (
  db: Db,
  scope: Scope,
): Promise<{ data: Incident[]; totalItems: number }> => {
  const { rows } = await sql<Incident & { total: number }>`
    select ${incidentColumns(scope)}, (count(*) over ())::integer as total
      from ${shownIncidents} where ${isIncidentSeen(scope)} and ${isOpen}
     order by ${byUrgency}, i.due_at nulls last, i.number desc limit 50`.execute(db)
  return { data: rows.map(({ total: _, ...one }) => one), totalItems: rows[0]?.total ?? 0 }
}

/** How many open incidents at a station the caller sees. */
export async function countOpenAt(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from ${incidentsWithPlace} where ${isIncidentSeen(scope)} and ${isOpen} and s.id = ${stationId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** How many incidents that the caller sees were added since a moment. */
export async function countAddedSince(db: Db, scope: Scope, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from ${incidentsWithPlace} where ${isIncidentSeen(scope)} and ${isUnmerged} and i.made_at >= ${since}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** How many incidents of each category the caller sees. */
export async function countByCategory(db: Db, scope: Scope): Promise<Map<string, number>> {
  const { rows } = await sql<{ category: string; count: number }>`
    select i.category, count(*)::integer as count
      from ${incidentsWithPlace} where ${isIncidentSeen(scope)} and ${isUnmerged} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ category, count }) => [category, count]))
}

/** `ngoId` is the organisation that made it. */
export type StoredIncident = Incident & {
  readonly ngoId: Column<'incidents', 'ngoId'>
  readonly ownerId: Column<'incidents', 'ownerId'>
  readonly escalateToId: Column<'incidents', 'escalateToId'>
  readonly mergedInto: Column<'incidents', 'mergedInto'>
  /** The county of its place; null: it has none. */
  readonly inCounty: Id<'areas'> | null
}

/** @throws Problem `thing.not-found` where the caller does not see it */
export async function getIncident(
  db: Db | Tx,
  scope: Scope,
  id: Id<'incidents'>,
): Promise<StoredIncident> {
  const { rows } = await sql<StoredIncident>`
    select ${incidentColumns(scope)}, i.ngo_id, w.id as owner_id, u.id as escalate_to_id, i.merged_into,
           c.id as in_county from ${shownIncidents}
     where ${isIncidentSeen(scope)} and i.id = ${id}`.execute(db)
  if (!rows[0]) throw new Problem('thing.not-found')
  return rows[0]
}

/** The reports of an incident that the caller sees, those with flagged answers first. */
export async function listLinked(
  db: Db,
  scope: Scope,
  id: Id<'incidents'>,
): Promise<LinkedReport[]> {
  const { rows } = await sql<LinkedReport>`
    select v.observer_id, o.name as observer_name, v.polling_station_id, ${stationName} as polling_station_name,
           v.last_modified, v.flagged
      from ${visitsOf(scope, sql`${id}::integer`)}
      join observers o on o.election_id = v.election_id and o.id = v.observer_id
      ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)}
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      join areas c on c.election_id = s.election_id and c.id = s.county_id
     order by v.flagged = 0, v.last_modified desc, v.id`.execute(db)
  return rows
}

/** The visit of a report that the caller sees. */
export async function findVisit(
  db: Db | Tx,
  scope: Scope,
  { observerId, pollingStationId }: ReportKey,
): Promise<{ readonly id: number; readonly countyId: number } | undefined> {
  const { rows } = await sql<{ id: number; countyId: number }>`
    select v.id, v.county_id from visits v
     where ${isVisitSeen(scope)} and v.observer_id = ${observerId}
       and v.polling_station_id = ${pollingStationId}`.execute(db)
  return rows[0]
}

/** A note that the caller sees. */
export async function findNote(
  db: Db | Tx,
  scope: Scope,
  id: Id<'notes'>,
): Promise<Columns<'notes', 'id'> | undefined> {
  const { rows } = await sql<Columns<'notes', 'id'>>`
    select n.id from notes n join visits v on v.election_id = n.election_id and v.id = n.visit_id
     where ${isVisitSeen(scope)} and n.id = ${id}`.execute(db)
  return rows[0]
}

/** The ids of the notes that an incident, or one merged into it, is about. */
export const notesOf = ({ electionId }: Scope, id: Id<'incidents'>) => sql`(
  select note_id from incident_notes
   where election_id = ${electionId}
     and incident_id in ${withMerged(sql`${electionId}::integer`, sql`${id}::integer`)})`

/** `select … from … where …`: what is shown of the incidents that the caller sees. */
export const seenIncidents = (scope: Scope) =>
  sql`select ${briefColumns} from ${incidentsWithPlace} where ${isIncidentSeen(scope)}`

export async function listOfReport(
  db: Db,
  scope: Scope,
  report: ReportKey,
): Promise<{ linked: BriefIncident[]; offered: BriefIncident[] }> {
  const visit = await findVisit(db, scope, report)
  if (!visit) return { linked: [], offered: [] }
  const isLinked = sql`i.id in (
    select coalesce(m.merged_into, m.id)
      from (select incident_id from incident_reports
             where election_id = ${scope.electionId} and visit_id = ${visit.id}
            union all
            select l.incident_id from notes n
              join incident_notes l on l.election_id = n.election_id and l.note_id = n.id
             where n.election_id = ${scope.electionId} and n.visit_id = ${visit.id}) r
      join incidents m on m.election_id = ${scope.electionId} and m.id = r.incident_id)`
  const seen = seenIncidents(scope)
  const [{ rows: linked }, { rows: offered }] = await Promise.all([
    sql<BriefIncident>`${seen} and ${isLinked} order by i.number`.execute(db),
    sql<BriefIncident>`
      ${seen} and not ${isLinked} and c.id = ${visit.countyId} and ${isOpen}
       order by i.polling_station_id = ${report.pollingStationId} desc nulls last, ${byUrgency}, i.number desc
       limit 20`.execute(db),
  ])
  return { linked, offered }
}
