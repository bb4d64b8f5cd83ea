import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { joinCounted } from '#features/places/server/queries.ts'
import { skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { columnsOf } from '#kit/server/fields.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { ActiveQuery, Observer, ObserverFilter, ObserverQuery } from '../contract.ts'
import { observerFlags, observerTexts } from '../fields.ts'
import { doubts, isDoubted, isSharing } from './doubt-queries.ts'
import { isFoundBy, isFoundByName, isPhone, type PhonePart, readPart } from './part-queries.ts'
import { inScope } from './scope-queries.ts'

/** An observer as lists read it; lockouts are looked up only for those shown. */
export type ListedObserver = Omit<Observer, 'lockedUntil'>

/** An observer as lists show it; `w` is their activity, as far as the reader sees it. */
const observerColumns = sql<ListedObserver>`
  o.id, ${columnsOf(observerTexts, 'o')}, o.phone_e164 as e164, g.name as ngo, o.ngo_id,
  ${columnsOf(observerFlags, 'o')},
  (select k.device_registered_at from observer_counts k
    where k.election_id = o.election_id and k.observer_id = o.id) as device_register_date, w.last_seen, w.notes as number_of_notes,
  w.visits as number_of_polling_stations, ${doubts} as cannot_sign_in, o.revision, o.changes`

const itsNgo = sql`join ngos g on g.id = o.ngo_id`

/**
 * Observers `o` and their activity `w`: stored beside their name for callers who see all of it, summed up for
 * callers limited to visits to some counties.
 */
const observersOf = (scope: Scope): RawBuilder<unknown> =>
  scope.countyIds === null
    ? sql`observers o join observer_counts w on w.election_id = o.election_id and w.observer_id = o.id`
    : sql`observers o left join (
            select observer_id, max(last_modified) as last_seen, sum(notes) as notes,
                   count(*) as visits
              from visits v
             where election_id = ${scope.electionId} ${andInCounties(scope, sql`county_id`)}
             group by observer_id) a on a.observer_id = o.id
          cross join lateral (select a.last_seen, coalesce(a.notes, 0) as notes, coalesce(a.visits, 0) as visits) w`

/** Observers who never reported sort before all others. */
const lastSeen = sql`coalesce(w.last_seen, '-infinity')`

/**
 * The sort orders of the list. Ties on activity are broken by when they were last seen, later counting as
 * more: that is the order of an index, which with names it could not be from either end.
 */
const orders = {
  name: [sql`o.name collate names`],
  phone: [sql`o.phone_digits`],
  ngo: [sql`g.name collate names`],
  lastSeen: [lastSeen],
  numberOfPollingStations: [sql`w.visits`, lastSeen],
  numberOfNotes: [sql`w.notes`, lastSeen],
} as const satisfies Record<ObserverFilter['sort'], readonly RawBuilder<unknown>[]>

/** The order of observers `o` for each sort; activity only where it is part of it. */
const orderedBy = (scope: Scope, { sort }: ObserverFilter): RawBuilder<unknown> => {
  if (sort === 'ngo') return sql`observers o ${itsNgo}`
  return orders[sort].includes(lastSeen) ? observersOf(scope) : sql`observers o`
}

/** Ids in list order; an exact match of the phone comes first. */
export async function listObserverIds(
  db: Db,
  scope: Scope,
  filter: ObserverFilter,
  limit: number,
): Promise<Id<'observers'>[]> {
  return idsOf(db, scope, filter, { limit, offset: 0, isFromEnd: false })
}

type PageWindow = { readonly limit: number; readonly offset: number; readonly isFromEnd: boolean }

async function idsOf(
  db: Db,
  scope: Scope,
  filter: ObserverFilter,
  { limit, offset, isFromEnd }: PageWindow,
): Promise<Id<'observers'>[]> {
  const phone = await readPart(db, scope.electionId, filter.number)
  const { rows } = await sql<Columns<'observers', 'id'>>`
    select o.id from ${orderedBy(scope, filter)}
     where ${matching(scope, filter, phone)} ${filter.sort === 'name' ? andNamed : sql``}
     ${orderOf(filter, phone, isFromEnd)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Always so: it says that the index by name may be used, which has no other use. */
const andNamed = sql`and o.name <> ''`

function orderOf(
  { sort, order, sharing }: ObserverFilter,
  phone: PhonePart | undefined,
  isFromEnd: boolean,
): RawBuilder<unknown> {
  const [up, down] = isFromEnd ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  const terms = [
    sharing ? sql`o.phone_e164 ${up}` : undefined,
    // Only where it is asked for: no index has an order that begins with it.
    phone && sql`${isPhone(phone)} ${down}`,
    ...orders[sort].map((term) => sql`${term} ${order === 'asc' ? up : down}`),
    sql`o.name collate names ${up}`,
    sql`o.id ${up}`,
  ]
  return sql`order by ${sql.join(terms.filter((term) => term !== undefined))}`
}

/** These observers, in this order, as lists show them. */
export async function getObservers(
  db: Db,
  scope: Scope,
  ids: readonly Id<'observers'>[],
): Promise<ListedObserver[]> {
  const { rows } = await sql<ListedObserver>`
    select ${observerColumns}
      from ${observersOf(scope)} ${itsNgo}
      join unnest(${ids}::integer[]) with ordinality as wanted (id, place) on wanted.id = o.id
     where o.election_id = ${scope.electionId}
     order by wanted.place`.execute(db)
  return rows
}

/** How many search matches are read at once, which also counts them. */
const few = 1000

/** One page of observers, and how many there are in all. */
export async function listObservers(
  db: Db,
  scope: Scope,
  query: ObserverQuery,
): Promise<{ data: ListedObserver[]; totalItems: number }> {
  if (isNarrowed(query)) {
    const found = await listObserverIds(db, scope, query, few)
    const page = found.slice(skipped(query), skipped(query) + query.pageSize)
    if (found.length < few)
      return { data: await getObservers(db, scope, page), totalItems: found.length }
  }
  const totalItems = await countObservers(db, scope, query)
  const offset = Math.min(skipped(query), totalItems)
  const limit = Math.min(query.pageSize, totalItems - offset)
  // A page of the second half is counted from the end: the last page is as cheap as the first.
  const isLate = offset > totalItems / 2
  const from = isLate ? totalItems - offset - limit : offset
  const ids = await idsOf(db, scope, query, { limit, offset: from, isFromEnd: isLate })
  return { data: await getObservers(db, scope, isLate ? ids.reverse() : ids), totalItems }
}

/** How many observers the list has. */
export async function countObservers(
  db: Db,
  scope: Scope,
  filter: Partial<ObserverFilter> = {},
): Promise<number> {
  const phone = await readPart(db, scope.electionId, filter.number)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from observers o where ${matching(scope, filter, phone)}`.execute(db)
  return rows[0]?.total ?? 0
}

const isNarrowed = (filter: Partial<ObserverFilter>) => {
  const { name, number, id, ids, sharing, cannotSignIn } = filter
  return (
    sharing === true ||
    cannotSignIn === true ||
    [name, number, id, ids].some((value) => value !== undefined)
  )
}

function matching(
  scope: Scope,
  filter: Partial<ObserverFilter>,
  phone: PhonePart | undefined,
): RawBuilder<unknown> {
  const conditions = [
    inScope(scope),
    filter.deleted ? sql`o.deleted_at is not null` : sql`o.deleted_at is null`,
    filter.id !== undefined && sql`o.id = ${filter.id}`,
    filter.ids !== undefined && sql`o.id = any(${filter.ids}::integer[])`,
    filter.name !== undefined && isFoundByName(filter.name),
    phone && isFoundBy(phone),
    filter.sharing === true && isSharing(scope),
    filter.cannotSignIn === true && isDoubted(scope),
  ].filter((condition) => condition !== false && condition !== undefined)
  return sql.join(conditions, sql` and `)
}

/** The observers `o` who fit, deleted or not; undefined if there are more than `most`. */
export async function findObservers(
  db: Db,
  electionId: Id<'elections'>,
  fits: RawBuilder<unknown>,
  most: number,
): Promise<Id<'observers'>[] | undefined> {
  const { rows } = await sql<Columns<'observers', 'id'>>`
    select o.id from observers o
     where o.election_id = ${electionId} and ${fits} limit ${most + 1}`.execute(db)
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

/**
 * Lists observers by their last station, each once; or by their current station: where they arrived last,
 * unless they have left. An arrival elsewhere means that they moved on, because some phones never report
 * leaving. Other reports about another station do not move them.
 */
export async function listActive(
  db: Db,
  scope: Scope,
  query: ActiveQuery,
): Promise<ListedObserver[]> {
  const { currentlyCheckedIn } = query
  const newestFirst = currentlyCheckedIn ? sql`arrived_at desc` : sql`last_modified desc`
  const { rows } = await sql<ListedObserver>`
    select ${observerColumns}
      from ${observersOf(scope)} ${itsNgo}
     cross join lateral (
       select * from visits last
        where last.election_id = o.election_id and last.observer_id = o.id
              ${currentlyCheckedIn ? sql`and last.arrived_at is not null` : sql``}
        order by ${newestFirst}, last.id desc limit 1
     ) last
      ${joinCounted(sql`o.election_id`, sql`last.polling_station_id`)}
      join areas c on c.election_id = o.election_id and c.id = last.county_id
     where ${inScope(scope)} and o.deleted_at is null ${andInCounties(scope, sql`last.county_id`)}
       and c.code = any(${query.countyCodes}::text[])
       and s.number between ${query.fromPollingStationNumber ?? 0}
                        and ${query.toPollingStationNumber ?? 999_999_999}
       ${currentlyCheckedIn ? sql`and last.left_at is null` : sql``}
     order by o.name collate names, o.id`.execute(db)
  return rows
}
