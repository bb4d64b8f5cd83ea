import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { isReviewed } from '#features/answers/server/chosen-queries.ts'
import { stationName } from '#features/places/server/queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Quarter, Statistic } from '../contract.ts'
import type { Count } from '../domain.ts'
import { isOfForms, type Sources, sourcesOf } from './source-queries.ts'

/** A count, its sources, and how many labels are read at most. */
type Request = {
  readonly scope: Scope
  readonly count: Count
  readonly sources: Sources
  readonly most: number
}

/** A page of a count, highest first, ties by label and code, and the number of labels. */
export async function listCounts(
  db: Db,
  scope: Scope,
  count: Count,
  query: PageQuery & VerifiedOnly,
): Promise<{ data: Statistic[]; totalItems: number }> {
  const sources = sourcesOf(scope, count, query)
  const request = { scope, count, sources, most: skipped(query) + query.pageSize }
  const counted = await countedBy(db, request)
  const { rows } = await sql<Statistic & { total: number }>`
    with page as materialized (
      select * from (${counted}) counted
       order by value desc, label collate names, county_code
       limit ${query.pageSize} offset ${skipped(query)}
    )
    select counted.label, counted.value::text as value, counted.county_code, p.name as province,
           counted.address, counted.polling_station_id, counted.total, ${answersOf(request)} as of
      from page counted
      left join areas p on p.election_id = ${scope.electionId} and p.id = counted.province_id
     order by counted.value desc, counted.label collate names, counted.county_code`.execute(db)
  const totalItems = rows[0]?.total ?? (query.page === 1 ? 0 : await countAll(db, counted))
  return { data: rows.map(({ total: _, ...row }) => row), totalItems }
}

/** The answers of a row that is `counted`; only for the rows of one page. */
const answersOf = ({ scope, count, sources }: Request): RawBuilder<unknown> =>
  count.of === 'observers'
    ? sql`null::integer`
    : sql`(
        select sum(n.answered)::integer
          from ${sources.answers} n
          join ngos g on g.id = n.ngo_id and g.is_active
          join forms f on f.election_id = n.election_id and f.id = n.form_id and ${isOfForms(count)}
         where n.election_id = ${scope.electionId} and ${isTheirs(scope, sql`n.ngo_id`)}
           and ${
             count.by === 'county'
               ? sql`n.county_id = counted.county_id`
               : sql`n.counted_as = counted.polling_station_id`
           })`

/** Counts the labels for a page beyond the end, which has no row with the total. */
async function countAll(db: Db, counted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select total from (${counted}) counted limit 1`.execute(db)
  return rows[0]?.total ?? 0
}

/** Labels with a count above zero, at least the `most` highest, and the number of all. */
async function countedBy(db: Db, request: Request): Promise<RawBuilder<unknown>> {
  const { scope, count, sources, most } = request
  if (count.of === 'observers') return observers(request)
  if (count.by === 'county') return irregularitiesByCounty(request)
  const formId = sources.isIncluded ? undefined : await findCountedForm(db, scope, count)
  return formId === undefined
    ? theirIrregularitiesByStation(request)
    : irregularitiesByStation(scope, formId, most)
}

/**
 * Reports and flags of current answers by quarter of an hour since 1970 (decision 084). The stored counts are by
 * organisation, not by county: for callers limited to counties, and of some reports, visits are summed up.
 */
const reportsByQuarter = (scope: Scope, isIncluded: Sources['isIncluded']): RawBuilder<unknown> =>
  scope.countyIds === null && !isIncluded
    ? sql`
      select r.quarter, r.ngo_id, r.reports, r.flagged from report_counts r
       where r.election_id = ${scope.electionId}`
    : sql`
      select r.quarter, r.ngo_id, r.reports, r.flagged
        from visit_reports r
        join visits v on v.election_id = r.election_id and v.id = r.visit_id
       where r.election_id = ${scope.electionId} ${andInCounties(scope, sql`v.county_id`)}
         and ${isIncluded ?? sql`true`}`

const quarterMs = 900_000

/** The quarters of the last hours, oldest first, up to the one that contains `now`. */
export async function listQuarters(
  db: Db,
  scope: Scope,
  { hours, ...filter }: { readonly hours: number } & VerifiedOnly,
  now: Date,
): Promise<Quarter[]> {
  const present = Math.floor(now.getTime() / quarterMs)
  const { rows } = await sql<Quarter>`
    with counted as (
      select r.quarter, sum(r.reports) as reports, sum(r.flagged) as flagged
        from (${reportsByQuarter(scope, isReviewed(scope, filter))}) r
        join ngos g on g.id = r.ngo_id and g.is_active
       where ${isTheirs(scope, sql`r.ngo_id`)} and r.quarter > ${present - hours * 4}::integer
       group by r.quarter
    )
    select to_timestamp(900.0 * q.quarter) as at, coalesce(c.reports, 0) as reports,
           coalesce(c.flagged, 0) as flagged
      from generate_series(${present - hours * 4 + 1}::integer, ${present}::integer) q (quarter)
      left join counted c on c.quarter = q.quarter
     order by at`.execute(db)
  return rows
}

const isTheirs = ({ ngoId }: Scope, column: RawBuilder<unknown>) =>
  sql`(${ngoId}::integer is null or ${column} = ${ngoId})`

const countyLabel = sql`
  c.name as label, c.id as county_id, c.code as county_code, c.parent_id as province_id, null as address,
  null::integer as polling_station_id`

const stationLabel = sql`
  ${stationName} as label, c.id as county_id, c.code as county_code, c.parent_id as province_id, s.address,
  s.id as polling_station_id`

/** By county, observers who answered at least one question there. */
const observers = ({ scope, sources }: Request) => sql`
  select ${countyLabel}, sum(n.observers) as value, count(*) over () as total
    from ${sources.observers} n
    join ngos g on g.id = n.ngo_id and g.is_active
    join areas c on c.election_id = n.election_id and c.id = n.county_id
   where n.election_id = ${scope.electionId} and ${isTheirs(scope, sql`n.ngo_id`)}
         ${andInCounties(scope, sql`n.county_id`)}
   group by c.election_id, c.id having sum(n.observers) > 0`

/** Chosen flagged options by county, read from the counters instead of the answers. */
const irregularitiesByCounty = ({ scope, count, sources }: Request) => sql`
  select ${countyLabel}, sum(n.flagged) as value, count(*) over () as total
    from ${sources.countyFlags} n
    join ngos g on g.id = n.ngo_id and g.is_active
    join forms f on f.election_id = n.election_id and f.id = n.form_id and ${isOfForms(count)}
    join areas c on c.election_id = n.election_id and c.id = n.county_id
   where n.election_id = ${scope.electionId} and ${isTheirs(scope, sql`n.ngo_id`)}
         ${andInCounties(scope, sql`n.county_id`)}
   group by c.election_id, c.id having sum(n.flagged) > 0`

/**
 * The form id of the counter with the flags of all stations; 0: all forms. Undefined if no counter fits: the caller
 * sees only some organisations or counties, an organisation that reported is now inactive, or several forms but not
 * all have such a code.
 */
async function findCountedForm(db: Db, scope: Scope, count: Count): Promise<number | undefined> {
  if (scope.ngoId !== null || scope.countyIds !== null) return undefined
  const { rows } = await sql<Columns<'forms', 'id'>>`
    select f.id from forms f
     where f.election_id = ${scope.electionId} and ${isOfForms(count)}
       and not exists (select from ngos g join visit_counts v on v.ngo_id = g.id
                        where v.election_id = f.election_id and not g.is_active)
     limit 2`.execute(db)
  const [first, second] = rows
  if (!first) return undefined
  if (count.formsEndingIn === '') return 0
  return second ? undefined : first.id
}

/** Chosen flagged options by station, for all organisations. */
const irregularitiesByStation = ({ electionId }: Scope, formId: number, most: number) => {
  const isCounted = sql`election_id = ${electionId} and form_id = ${formId}`
  return sql`
    with flagged as materialized (
      select polling_station_id as id, flagged as value from station_flags
       where ${isCounted} and flagged > 0
       order by flagged desc fetch first ${most} rows with ties
    )
    select ${stationLabel}, n.value,
           (select stations from flagged_stations where ${isCounted}) as total
      from flagged n ${stationTables(electionId)}`
}

const stationTables = (electionId: Scope['electionId']) => sql`
  join polling_stations s on s.election_id = ${electionId} and s.id = n.id
  join areas a on a.election_id = s.election_id and a.id = s.area_id
  join areas c on c.election_id = s.election_id and c.id = s.county_id`

const ofTheirStations = (scope: Scope): RawBuilder<unknown> =>
  scope.countyIds === null ? sql`` : sql` ${andInCounties(scope, sql`p.county_id`)}`

/** The same for the caller's observers. Names are looked up only for stations that may be on the page. */
const theirIrregularitiesByStation = ({ scope, count, sources, most }: Request) => sql`
  with flagged as materialized (
    select p.counted_as as id, sum(n.flagged) as value
      from ${sources.stationFlags} n
      join polling_stations p on p.election_id = n.election_id and p.id = n.polling_station_id
     where n.election_id = ${scope.electionId} and n.flagged > 0 and ${isTheirs(scope, sql`n.ngo_id`)}
       and n.ngo_id in (select id from ngos where is_active)
       and n.form_id in (select f.id from forms f
                        where f.election_id = ${scope.electionId} and ${isOfForms(count)})
           ${ofTheirStations(scope)}
     group by p.counted_as
  ), least as (
    select min(value) as value
      from (select value from flagged order by value desc limit ${most}) as first
  )
  select ${stationLabel}, n.value, (select count(*) from flagged) as total
    from flagged n ${stationTables(scope.electionId)}
   where n.value >= (select value from least)`
