import { type RawBuilder, sql } from 'kysely'
import { containing } from '#database/like.ts'
import type { Db, Tx } from '#database/open.ts'
import { phoneDigits } from '#features/session/domain.ts'
import type { Id } from '#kit/contract/id.ts'
import { skipped } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { ActiveQuery, Observer, ObserverFilter, ObserverQuery } from '../contract.ts'

/** An observer as lists show them. */
const observerColumns = sql<Observer>`
  o.id, o.name, o.phone, g.name as ngo, o.ngo_id, o.is_test,
  o.device_registered_at as device_register_date, o.last_seen, o.notes as number_of_notes,
  o.visits as number_of_polling_stations`

const itsNgo = sql`join ngos g on g.id = o.ngo_id`

/** What the list can be ordered by. Whoever never reported comes before everybody who did. */
const orders = {
  name: sql`lower(o.name)`,
  phone: sql`o.phone_digits`,
  ngo: sql`lower(g.name)`,
  lastSeen: sql`coalesce(o.last_seen, '-infinity')`,
  numberOfPollingStations: sql`o.visits`,
  numberOfNotes: sql`o.notes`,
} as const satisfies Record<ObserverFilter['sort'], RawBuilder<unknown>>

/** Ids in the order of the list; whoever has exactly the phone that is looked for comes first. */
export async function listObserverIds(
  db: Db,
  scope: Scope,
  filter: ObserverFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Id<'observers'>[]> {
  const { sort, order, number = '' } = filter
  const { rows } = await sql<{ id: Id<'observers'> }>`
    select o.id from observers o ${sort === 'ngo' ? itsNgo : sql``}
     where ${matching(scope, filter)}
     order by o.phone_digits = ${phoneDigits(number)} desc,
              ${orders[sort]} ${order === 'asc' ? sql`asc` : sql`desc`}, lower(o.name), o.id
     limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** These observers, in this order, as lists show them. */
export async function getObservers(
  db: Db,
  { electionId }: Scope,
  ids: readonly Id<'observers'>[],
): Promise<Observer[]> {
  const { rows } = await sql<Observer>`
    select ${observerColumns}
      from unnest(${ids}::integer[]) with ordinality as wanted (id, place)
      join observers o on o.election_id = ${electionId} and o.id = wanted.id ${itsNgo}
     order by wanted.place`.execute(db)
  return rows
}

/** One page of observers, and how many there are in all. */
export async function listObservers(
  db: Db,
  scope: Scope,
  query: ObserverQuery,
): Promise<{ data: Observer[]; totalItems: number }> {
  const page = { limit: query.pageSize, offset: skipped(query) }
  const [ids, totalItems] = await Promise.all([
    listObserverIds(db, scope, query, page),
    countObservers(db, scope, query),
  ])
  return { data: await getObservers(db, scope, ids), totalItems }
}

export async function countObservers(
  db: Db,
  scope: Scope,
  filter: Partial<ObserverFilter> = {},
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from observers o where ${matching(scope, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

function matching(scope: Scope, filter: Partial<ObserverFilter>): RawBuilder<unknown> {
  const conditions = [
    inScope(scope),
    filter.deleted ? sql`o.deleted_at is not null` : sql`o.deleted_at is null`,
    filter.id !== undefined && sql`o.id = ${filter.id}`,
    filter.ids !== undefined && sql`o.id = any(${filter.ids}::integer[])`,
    filter.name !== undefined && sql`o.name_folded like folded(${containing(filter.name)})`,
    filter.number !== undefined && hasPhone(filter.number),
  ].filter((condition) => condition !== false)
  return sql.join(conditions, sql` and `)
}

/** Which of the observers `o` a caller may see. */
export const inScope = ({ electionId, ngoId }: Scope) =>
  sql`o.election_id = ${electionId} and (${ngoId}::integer is null or o.ngo_id = ${ngoId})`

/** A phone is found by its digits, however it was typed; what has none is looked for as it stands. */
export function hasPhone(typed: string): RawBuilder<unknown> {
  const digits = phoneDigits(typed)
  return digits === ''
    ? sql`o.phone ilike ${containing(typed)}`
    : sql`o.phone_digits like ${containing(digits)}`
}

/** Observers by where they were last, each once. */
export async function listActive(db: Db, scope: Scope, query: ActiveQuery): Promise<Observer[]> {
  const { rows } = await sql<Observer>`
    select ${observerColumns}
      from observers o ${itsNgo}
     cross join lateral (
       select * from visits last
        where last.election_id = o.election_id and last.observer_id = o.id
        order by last.last_modified desc, last.id desc limit 1
     ) last
      join polling_stations s
        on s.election_id = o.election_id and s.id = last.polling_station_id
      join areas c on c.election_id = o.election_id and c.id = last.county_id
     where ${inScope(scope)} and o.deleted_at is null
       and c.code = any(${query.countyCodes}::text[])
       and s.number between ${query.fromPollingStationNumber ?? 0}
                        and ${query.toPollingStationNumber ?? 999_999_999}
       and (not ${query.currentlyCheckedIn}
            or (last.arrived_at is not null and last.left_at is null))
     order by lower(o.name), o.id`.execute(db)
  return rows
}

/** What history tells of an observer, and what a change starts from; kept to this transaction. */
export async function lockObserver(
  tx: Tx,
  scope: Scope,
  observer: { readonly id: Id<'observers'> } | { readonly digits: string },
  { isDeleted }: { readonly isDeleted: boolean },
) {
  return tx
    .selectFrom('observers')
    .select(['id', 'name', 'phone', 'isTest', 'ngoId'])
    .where('electionId', '=', scope.electionId)
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .where('deletedAt', isDeleted ? 'is not' : 'is', null)
    .where((is) =>
      'id' in observer ? is('id', '=', observer.id) : is('phoneDigits', '=', observer.digits),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** Does the organisation exist, and may the caller act for it? */
export async function findNgo(db: Tx, scope: Scope, asked: Id<'ngos'>) {
  const ngo = await db
    .selectFrom('ngos')
    .select('id')
    .where('id', '=', asked)
    .$if(scope.ngoId !== null, (query) => query.where('id', '=', scope.ngoId))
    .executeTakeFirst()
  return ngo?.id
}
