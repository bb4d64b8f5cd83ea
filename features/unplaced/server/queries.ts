import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { countedAs, type PlacedStation, stationName } from '#features/places/server/queries.ts'
import type { UnplacedReason } from '#features/visits/contract.ts'
import { skipped } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Unplaced, UnplacedQuery } from '../contract.ts'

const states: Readonly<Record<UnplacedQuery['state'], RawBuilder<unknown>>> = {
  open: sql`u.placed_at is null and u.dismissed_at is null and u.superseded_at is null`,
  placed: sql`u.placed_at is not null`,
  superseded: sql`u.superseded_at is not null`,
  dismissed: sql`u.dismissed_at is not null`,
}

/**
 * The station that a report names, as phones name it. A number that is missing, 0 or negative names none; such a report
 * never has the same cause as another.
 */
const named = sql`
  u.sent ->> 'countyCode', coalesce(u.sent ->> 'municipalityCode', ''),
  coalesce(u.sent ->> 'pollingStationNumber', ''),
  case when u.sent ->> 'pollingStationNumber' ~ '^0*[1-9]' then 0 else u.id end`

/** The condition on unplaced items `u` that a caller may see. */
export const inScope = (scope: Scope) =>
  sql`u.election_id = ${scope.electionId}
      and (${scope.ngoId}::integer is null or u.ngo_id = ${scope.ngoId}) ${ofCounties(scope)}`

/** For limited callers: items placed in their counties, or else naming one of them. */
const ofCounties = (scope: Scope): RawBuilder<unknown> =>
  scope.countyIds === null
    ? sql``
    : sql` and case when u.polling_station_id is not null
                    then u.polling_station_id in (
                      select s.id from polling_stations s
                       where s.election_id = ${scope.electionId}
                             ${andInCounties(scope, sql`s.county_id`)})
                    else ${namesOwn(scope)} end`

/** Whether it names a county of the caller, who then sees it while it is unplaced. */
const namesOwn = (scope: Scope): RawBuilder<unknown> =>
  scope.countyIds === null
    ? sql`true`
    : sql`coalesce(upper(u.sent ->> 'countyCode') in (
        select upper(c.code) from areas c
         where c.election_id = ${scope.electionId} ${andInCounties(scope, sql`c.id`)}), false)`

/** A page of unplaced items of a state, newest first, and the total. */
export async function listUnplaced(
  db: Db,
  scope: Scope,
  query: UnplacedQuery,
): Promise<{ data: Unplaced[]; totalItems: number }> {
  const [data, totalItems] = await Promise.all([
    selectUnplaced(db, scope, matching(scope, query.state), {
      limit: query.pageSize,
      offset: skipped(query),
    }),
    countUnplaced(db, scope, query.state),
  ])
  return { data, totalItems }
}

/** How many are in a state: by default, how many still have no station. */
export async function countUnplaced(
  db: Db,
  scope: Scope,
  state: UnplacedQuery['state'] = 'open',
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${matching(scope, state)}`.execute(db)
  return rows[0]?.total ?? 0
}

const matching = (scope: Scope, state: UnplacedQuery['state']) =>
  sql`from unplaced u where ${inScope(scope)} and ${states[state]}`

/** A page of the matching items, newest first. */
async function selectUnplaced(
  db: Db,
  scope: Scope,
  found: RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Unplaced[]> {
  const { rows } = await sql<
    Omit<Unplaced, 'superseded'> & { superseded: { what: string; saidAt: string }[] }
  >`
      select u.id, u.kind, u.reason, u.observer_id, o.name as observer_name,
             o.phone as observer_phone_number, u.sent, u.form_version, u.received_at, u.said_at, u.alike, u.placed_at,
             u.dismissed_at, u.superseded_at, u.superseded, u.settled_by, u.polling_station_id,
             u.placed_at is not null and u.placement is not null and ${namesOwn(scope)} as is_undoable,
             case when s.id is not null then ${stationName} end as polling_station_name
        from (select u.*, count(*) over (
                partition by ${isLate}, case when not ${isLate} then row(${named}) end) as alike ${found}
               order by u.received_at desc, u.id desc
               limit ${limit} offset ${offset}) u
        join observers o on o.election_id = u.election_id and o.id = u.observer_id
        left join (polling_stations named join polling_stations s
                     on s.election_id = named.election_id and s.id = named.counted_as)
          on named.election_id = u.election_id and named.id = u.polling_station_id
        left join areas a on a.election_id = s.election_id and a.id = s.area_id
        left join areas c on c.election_id = s.election_id and c.id = s.county_id
       order by u.received_at desc, u.id desc`.execute(db)
  return rows.map(({ superseded, ...row }) => ({
    ...row,
    superseded: superseded.map(({ what, saidAt }) => ({ what, saidAt: new Date(saidAt) })),
  }))
}

/** Open items that name an existing station; something else in them does not exist. */
const naming = (scope: Scope, stationId: Id<'pollingStations'>) => sql`
  from unplaced u
 where ${inScope(scope)} and ${states.open}
   and exists (
     select from polling_stations s
       join areas a on a.election_id = s.election_id and a.id = s.area_id
       join areas c on c.election_id = s.election_id and c.id = s.county_id
      where s.election_id = u.election_id and s.counted_as = ${stationId}
        and ltrim(trim(u.sent ->> 'pollingStationNumber'), '0') = s.number::text
        and case coalesce(u.sent ->> 'municipalityCode', '')
                 when '' then u.sent ->> 'countyCode' = c.code
                 else u.sent ->> 'municipalityCode' = a.code end)`

export const listNaming = (db: Db, scope: Scope, stationId: Id<'pollingStations'>) =>
  selectUnplaced(db, scope, naming(scope, stationId), { limit: 100, offset: 0 })

/** Counts the items that name a station or were placed there. */
export async function countAbout(
  db: Db,
  scope: Scope,
  stationId: Id<'pollingStations'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) ${naming(scope, stationId)})
           + (select count(*) from unplaced u
               where ${inScope(scope)} and u.polling_station_id in ${countedAs(scope.electionId, stationId)}) as total`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0)
}

/** An unplaced item, locked for this transaction. */
export type LockedUnplaced = Columns<
  'unplaced',
  'id' | 'sent' | 'observerId' | 'receivedAt' | 'saidAt' | 'formVersion' | 'pollingStationId'
> & {
  readonly kind: Unplaced['kind']
  readonly reason: UnplacedReason
  readonly state: UnplacedQuery['state']
  readonly placingId: Id<'placings'> | null
  /** Whether the caller still sees it after its placing is undone. */
  readonly isOwn: boolean
}

const lockedColumns = (scope: Scope) => sql`
  u.id, u.kind, u.reason, u.sent, u.observer_id, u.received_at, u.said_at, u.form_version,
  u.polling_station_id, u.placing_id, ${namesOwn(scope)} as is_own,
  case when ${states.open} then 'open' when ${states.placed} then 'placed'
       when ${states.dismissed} then 'dismissed' else 'superseded' end as state`

/** Before a change also lock its observer (`lockObservers`), who may be sending it again. */
export async function lockUnplaced(
  tx: Tx,
  scope: Scope,
  id: Id<'unplaced'>,
): Promise<LockedUnplaced | undefined> {
  const { rows } = await sql<LockedUnplaced>`
    select ${lockedColumns(scope)} from unplaced u
     where ${inScope(scope)} and u.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The reason and the observer of an item, which never change. */
type FoundUnplaced = Pick<LockedUnplaced, 'id' | 'reason' | 'observerId'>

export async function findUnplaced(
  tx: Tx,
  scope: Scope,
  id: Id<'unplaced'>,
): Promise<FoundUnplaced | undefined> {
  const { rows } = await sql<FoundUnplaced>`
    select u.id, u.reason, u.observer_id from unplaced u
     where ${inScope(scope)} and u.id = ${id}`.execute(tx)
  return rows[0]
}

/** Whether `u` came after its election was archived. All of these have the same cause, whichever station they name. */
const isLate = sql`u.reason = 'election-archived'`

const openWithSameCause = (scope: Scope, id: Id<'unplaced'>) => sql`
  from unplaced u
  join unplaced asked on asked.election_id = u.election_id and asked.id = ${id}
 where ${inScope(scope)} and ${states.open} and u.reason = asked.reason
   and (${isLate} or u.reason = 'no-such-station'
        and (${named}) = (select ${named} from unplaced u
                           where u.election_id = ${scope.electionId} and u.id = ${id}))`

/** The open items that name the same unknown station as this one, or were late like it, in the order of submission. */
export async function listWithSameCause(
  tx: Tx,
  scope: Scope,
  id: Id<'unplaced'>,
  most: number,
): Promise<FoundUnplaced[]> {
  const { rows } = await sql<FoundUnplaced>`
    select u.id, u.reason, u.observer_id ${openWithSameCause(scope, id)}
     order by u.said_at, u.id limit ${most}`.execute(tx)
  return rows
}

export async function countWithSameCause(
  tx: Tx,
  scope: Scope,
  id: Id<'unplaced'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${openWithSameCause(scope, id)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function findStation(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'pollingStations'>,
): Promise<PlacedStation | undefined> {
  return tx
    .selectFrom('pollingStations')
    .select(['id', 'countyId'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirst()
}
