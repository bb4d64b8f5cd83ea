import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { stationName } from '#features/places/server/queries.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Quarter, Statistic } from '../contract.ts'
import type { Count } from '../domain.ts'

/** One page of a count, the most first, ties by label; and how many labels there are. */
export async function listCounts(
  db: Db,
  scope: Scope,
  count: Count,
  query: PageQuery,
): Promise<{ data: Statistic[]; totalItems: number }> {
  const counted = count.of === 'observers' ? observers(scope) : irregularities(scope, count)
  const { rows } = await sql<Statistic & { total: number }>`
    with counted as (${counted}), positive as (select * from counted where value > 0)
    select label, value::text as value, (select count(*) from positive) as total
      from positive order by positive.value desc, label
     limit ${query.pageSize} offset ${skipped(query)}`.execute(db)
  const totalItems = rows[0]?.total ?? (query.page === 1 ? 0 : await countAll(db, counted))
  return { data: rows.map(({ label, value }) => ({ label, value })), totalItems }
}

/** A page beyond the end has no row that could carry the total. */
async function countAll(db: Db, counted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with counted as (${counted}) select count(*) as total from counted where value > 0`.execute(db)
  return rows[0]?.total ?? 0
}

/** The quarters of the last hours, oldest first, up to the one that `now` lies in. */
export async function listQuarters(
  db: Db,
  scope: Scope,
  hours: number,
  now: Date,
): Promise<Quarter[]> {
  const { rows } = await sql<Quarter>`
    with present as (
      select date_bin('15 minutes', ${now}::timestamptz, timestamptz 'epoch') as quarter
    ), counted as (
      select r.quarter, sum(r.reports) as reports, sum(r.flagged) as flagged
        from report_counts r
        join ngos g on g.id = r.ngo_id and g.is_active
       where r.election_id = ${scope.electionId} and ${isTheirs(scope, sql`r.ngo_id`)}
         and r.quarter > (select quarter from present) - make_interval(hours => ${hours})
       group by r.quarter
    )
    select at, coalesce(c.reports, 0) as reports, coalesce(c.flagged, 0) as flagged
      from present p
     cross join generate_series(1 - ${hours}::integer * 4, 0) as step
     cross join lateral (select p.quarter + step * interval '15 minutes' as at) q
      left join counted c on c.quarter = q.at
     order by at`.execute(db)
  return rows
}

const isTheirs = ({ ngoId }: Scope, column: RawBuilder<unknown>) =>
  sql`(${ngoId}::integer is null or ${column} = ${ngoId})`

/** By county, observers who answered at least one question there. */
const observers = (scope: Scope) => sql`
  select c.name as label, count(distinct v.observer_id) as value
    from visits v
    join observers o on o.election_id = v.election_id and o.id = v.observer_id and not o.is_test
    join ngos g on g.id = v.ngo_id and g.is_active
    join areas c on c.election_id = v.election_id and c.id = v.county_id
   where v.election_id = ${scope.electionId} and v.answered > 0
     and ${isTheirs(scope, sql`v.ngo_id`)}
   group by c.id, c.name`

/** By county or station, flagged options that were chosen; read from the counts, not the answers. */
const irregularities = (scope: Scope, { by, formsEndingIn }: Count) => sql`
  select ${by === 'county' ? sql`c.name` : stationName} as label, sum(n.flagged) as value
    from station_counts n
    join ngos g on g.id = n.ngo_id and g.is_active
    join forms f on f.election_id = n.election_id and f.id = n.form_id
    join polling_stations s on s.election_id = n.election_id and s.id = n.polling_station_id
    join areas a on a.election_id = n.election_id and a.id = s.area_id
    join areas c on c.election_id = n.election_id and c.id = s.county_id
   where n.election_id = ${scope.electionId} and n.flagged > 0
     and right(f.code, ${formsEndingIn.length}) = ${formsEndingIn}
     and ${isTheirs(scope, sql`n.ngo_id`)}
   group by ${by === 'county' ? sql`c.id, c.name` : sql`s.id, s.number, a.id, a.name, c.id, c.name`}`
