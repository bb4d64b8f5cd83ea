import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { areasWithin } from '#features/places/server/queries.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Uncovered } from '../contract.ts'
import { everybody, isCounted } from './queries.ts'

type Request = { readonly areaId?: Id<'areas'> | undefined }

/** The counted stations `s` without an observer that the caller sees. They come from the same stored counts as areas. */
const uncovered = (scope: Scope, { areaId }: Request): RawBuilder<unknown> => sql`
  from polling_stations s
 where s.election_id = ${scope.electionId} and ${isCounted(scope.electionId)}
       ${areaId === undefined ? sql`` : sql`and s.area_id in ${areasWithin(scope.electionId, areaId)}`}
       ${andInCounties(scope, sql`s.county_id`)}
   and not exists (select from station_cover k
                    where k.election_id = s.election_id and k.polling_station_id = s.id
                      and k.ngo_id = ${scope.ngoId ?? everybody} and k.covered > 0)`

/** One page of them, by county, area and number, and how many there are. */
export async function listUncovered(
  db: Db,
  scope: Scope,
  query: PageQuery & Request,
): Promise<{ data: Uncovered[]; totalItems: number }> {
  const [{ rows: data }, { rows: totals }] = await Promise.all([
    sql<Uncovered>`
      select u.id as polling_station_id, c.name as county, c.code as county_code,
             case when m.id <> c.id then m.name else '' end as municipality,
             case when m.id <> c.id then m.code else '' end as area_code, u.number as polling_station_number,
             u.name, u.address
        from (select s.election_id, s.id, s.county_id, s.area_id, s.number, s.name, s.address ${uncovered(scope, query)}) u
        join areas c on c.election_id = u.election_id and c.id = u.county_id
        join areas m on m.election_id = u.election_id and m.id = u.area_id
       order by c.position, c.id, m.position, m.id, u.number, u.id
       limit ${query.pageSize} offset ${skipped(query)}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total ${uncovered(scope, query)}`.execute(
      db,
    ),
  ])
  return { data, totalItems: totals[0]?.total ?? 0 }
}

/** All uncovered stations, a thousand at a time. */
export async function* eachUncovered(
  db: Db,
  scope: Scope,
  request: Request,
): AsyncGenerator<Uncovered[]> {
  const most = 1000
  for (let page = 1; ; page++) {
    const { data } = await listUncovered(db, scope, { ...request, page, pageSize: most })
    if (data.length > 0) yield data
    if (data.length < most) return
  }
}
