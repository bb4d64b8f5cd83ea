import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { countElsewhere } from '#features/assignments/server/elsewhere-queries.ts'
import { countCover } from '#features/assignments/server/queries.ts'
import { countTarget } from '#features/assignments/server/target-queries.ts'
import { countDeployment } from '#features/milestones/server/deployment-queries.ts'
import { joinCounted } from '#features/places/server/queries.ts'
import { areCounted } from '#features/visits/server/counted-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { mostUrgent, paceMinutes, type Situation } from '../contract.ts'
import { cellOf, owedOf, worstFirst } from '../domain.ts'
import { countReports } from './now-queries.ts'

/** The figures of the caller's election, limited to the caller's rights. */
export async function getSituation(db: Db, scope: Scope, now: Date): Promise<Situation> {
  const [cover, target, rows, reported, pace, flagged, milestones, urgent, elsewhere] =
    await Promise.all([
      countCover(db, scope),
      countTarget(db, scope.electionId),
      countDeployment(db, scope, { by: 'area' }, now),
      countReports(db, scope),
      countPace(db, scope, now),
      countFlagged(db, scope),
      listNames(db, scope),
      listUrgent(db, scope),
      countElsewhere(db, scope, {}, now),
    ])
  const byId = new Map(reported.map((county) => [county.id as number, county]))
  const counties = worstFirst(
    rows.map(({ id, name, milestones: own }) => {
      const { reports = 0, flagged: flaggedReports = 0 } = byId.get(id) ?? {}
      const { expected, late } = owedOf(own.map(({ counts }) => counts))
      const cells = own.map(cellOf)
      return {
        id: id as Id<'areas'>,
        name,
        cells,
        expected,
        late,
        reports,
        flagged: flaggedReports,
      }
    }),
  )
  const owed = owedOf(rows.flatMap(({ milestones: own }) => own.map(({ counts }) => counts)))
  const stations = { ...cover, isTarget: target !== null }
  return { stations, owed, flagged, elsewhere, ...pace, milestones, counties, urgent }
}

const ofNgo = ({ ngoId }: Scope, column: RawBuilder<unknown>) =>
  ngoId === null ? sql`` : sql` and ${column} = ${ngoId}`

/**
 * Which visits `v` are counted, as in statistics. Inactive organisations are few, so excluding them
 * is cheaper than a join with all others.
 */
const counted = (scope: Scope): RawBuilder<unknown> => sql`
  v.election_id = ${scope.electionId}
  and v.ngo_id <> all(array(select g.id from ngos g where not g.is_active))
  and ${areCounted(scope.electionId)}
  ${ofNgo(scope, sql`v.ngo_id`)} ${andInCounties(scope, sql`v.county_id`)}`

type Pace = Pick<Situation, 'pace' | 'lastMinute' | 'observers'>

/**
 * Reports by the minute of their last change, and their observers; read by the index of the newest. Clock minutes keep
 * the bars on a screen still: counted back from now, they would change every second.
 */
async function countPace(db: Db, scope: Scope, now: Date): Promise<Pace> {
  const minute = sql`date_trunc('minute', ${now}::timestamptz)`
  const { rows } = await sql<Pace>`
    with recent as materialized (
      select v.observer_id,
             ceil(date_part('epoch', ${minute} + interval '1 minute' - v.last_modified) / 60)::integer - 1 as ago,
             v.last_modified > ${now}::timestamptz - interval '1 minute' as is_of_last
        from visits v
       where ${counted(scope)} and (v.answered > 0 or v.notes > 0)
         and v.last_modified >= ${minute} - make_interval(mins => ${paceMinutes - 1})
         and v.last_modified <= ${now}::timestamptz
    ), minutes as (select ago, count(*)::integer as reports from recent group by ago)
    select (select count(distinct observer_id)::integer from recent) as observers,
           (select count(*)::integer from recent where is_of_last) as last_minute,
           array(select coalesce(m.reports, 0) from generate_series(${paceMinutes - 1}, 0, -1) with ordinality as g (ago, nth)
                   left join minutes m on m.ago = g.ago order by g.nth) as pace`.execute(db)
  return rows[0] ?? { pace: [], lastMinute: 0, observers: 0 }
}

/** Current flagged answers, from the counts by county. */
async function countFlagged(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ flagged: number }>`
    select coalesce(sum(n.flagged), 0)::integer as flagged
      from county_counts n join ngos g on g.id = n.ngo_id and g.is_active
     where n.election_id = ${scope.electionId} ${ofNgo(scope, sql`n.ngo_id`)} ${andInCounties(scope, sql`n.county_id`)}`.execute(
    db,
  )
  return rows[0]?.flagged ?? 0
}

async function listNames(db: Db, { electionId }: Scope): Promise<Situation['milestones']> {
  const { rows } = await sql<Situation['milestones'][number]>`
    select m.id, m.name from milestones m
     where m.election_id = ${electionId} and m.deleted_at is null
     order by m.due_at nulls first, m.due_after_min, m.id`.execute(db)
  return rows
}

async function listUrgent(db: Db, scope: Scope): Promise<Situation['urgent']> {
  const { rows } = await sql<Situation['urgent'][number]>`
    select v.last_modified as at, c.name as county, case when m.id <> c.id then m.name else '' end as municipality,
           s.number as polling_station_number, s.id as polling_station_id, v.flagged, v.notes
      from (${newest(scope, sql`v.flagged > 0`)} union all
            ${newest(scope, sql`v.flagged = 0 and v.notes > 0`)}) v
      ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)}
      join areas m on m.election_id = s.election_id and m.id = s.area_id
      join areas c on c.election_id = v.election_id and c.id = v.county_id
     order by v.flagged > 0 desc, v.last_modified desc, v.id desc limit ${mostUrgent}`.execute(db)
  return rows
}

/** Reads each kind by its own index: one sort over both would read all reports with a note. */
const newest = (scope: Scope, isOfKind: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select v.* from visits v
    where ${counted(scope)} and (v.answered > 0 or v.notes > 0) and ${isOfKind}
    order by v.last_modified desc, v.id desc limit ${mostUrgent})`
