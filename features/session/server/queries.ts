import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Schema } from '#database/schema.gen.ts'
import type { Duty } from '#kit/contract/duty.ts'
import { Role } from '#kit/contract/roles.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor, Scope, StaffActor, Who } from '#kit/contract/who.ts'
import { dutyInSession } from './duty-queries.ts'

/**
 * The callers of these sessions, with proof of what they may see; ended sessions are missing. Staff are in
 * the current election, or in the archived one that they read. Observers are in their own, whichever is
 * current: what they send must not depend on what is clicked in an office (docs/decisions/063).
 */
export async function findWhos(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Who>> {
  const rows = await db
    .selectFrom(byKeys(sessionIds).as('sessions'))
    .innerJoin('elections', (on) =>
      on.on(
        'elections.id',
        '=',
        sql<Id<'elections'>>`
        coalesce(sessions.election_id,
                 (select l.id from elections l
                   where l.id = sessions.looks_at_id and l.state = 'archived' and l.deleted_at is null
                     and l.emptying is distinct from 'everything'),
                 (select c.id from elections c where c.is_current))`,
      ),
    )
    .leftJoin('staff', 'staff.id', 'sessions.staffId')
    .leftJoinLateral(itsObserver.as('observers'), (on) => on.onTrue())
    .leftJoin('ngos', 'ngos.id', 'staff.ngoId')
    .select([
      'sessions.id as sessionId',
      'elections.id as electionId',
      'elections.timezone',
      'elections.state',
      'sessions.expiresAt',
      'sessions.tokenNth',
      'sessions.tokenSince',
      'sessions.confirmedAt',
      'sessions.lastSeenAt as seenAt',
      dutyInSession(sql.ref('sessions.createdAt')).as('owes'),
      'staff.id as staffId',
      'staff.account',
      'staff.role',
      'staff.ngoId as staffNgoId',
      countyIds.as('countyIds'),
      'ngos.isActive',
      'ngos.isOrganiser',
      'observers.id as observerId',
      'observers.name',
      'observers.ngoId as observerNgoId',
    ])
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('elections.deletedAt', 'is', null)
    // An election being emptied of everything ends up without observers.
    .where(sql<boolean>`elections.emptying is distinct from 'everything'`)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const who = whoOf(row)
      return who ? [[row.sessionId, who] as const] : []
    }),
  )
}

/** The sessions, each found by its key: without statistics PostgreSQL would read all of them. */
const byKeys = (sessionIds: readonly string[]) => sql<
  Pick<
    Selectable<Schema['sessions']>,
    | 'id'
    | 'electionId'
    | 'observerId'
    | 'staffId'
    | 'looksAtId'
    | 'createdAt'
    | 'expiresAt'
    | 'revokedAt'
    | 'lastSeenAt'
    | 'confirmedAt'
    | 'tokenNth'
    | 'tokenSince'
  >
>`(
  select s.id, s.election_id, s.observer_id, s.staff_id, s.looks_at_id, s.created_at, s.expires_at,
         s.revoked_at, s.last_seen_at, s.confirmed_at, s.token_nth, s.token_since
    from unnest(${[...sessionIds]}::uuid[]) as i (id)
   cross join lateral (
     select one.id, one.election_id, one.observer_id, one.staff_id, one.looks_at_id, one.created_at,
            one.expires_at, one.revoked_at, one.last_seen_at, one.confirmed_at, one.token_nth,
            one.token_since
       from sessions one where one.id = i.id offset 0) s)`

/**
 * The observer of a session, found by its key as well; the condition is written so that the index of those who are
 * not deleted, in the order of their names, does not fit.
 */
const itsObserver = sql<Pick<Selectable<Schema['observers']>, 'id' | 'name' | 'ngoId'>>`(
  select o.id, o.name, o.ngo_id from observers o
   where o.election_id = sessions.election_id and o.id = sessions.observer_id
     and coalesce(o.deleted_at, 'infinity') = 'infinity'
  offset 0)`

/**
 * The counties of the election that an account is limited to; null when it is not limited. If none of its
 * codes exists in this election it sees nothing, rather than everything.
 */
export const countyIdsOf = (codes: RawBuilder<unknown>) => sql<Id<'areas'>[] | null>`
  case when ${codes} is not null
       then array(select a.id from areas a
                   where a.election_id = elections.id and a.level = elections.county_level
                     and a.code = any(${codes}) order by a.id) end`

const countyIds = countyIdsOf(sql`staff.county_codes`)

type SessionRow = {
  readonly sessionId: string
  readonly electionId: Id<'elections'>
  readonly timezone: string
  readonly state: string
  readonly expiresAt: Date
  readonly tokenNth: number
  readonly tokenSince: Date | null
  readonly confirmedAt: Date | null
  readonly seenAt: Date | null
  readonly owes: Duty | null
  readonly staffId: Id<'staff'> | null
  readonly account: string | null
  readonly role: string | null
  readonly staffNgoId: Id<'ngos'> | null
  readonly countyIds: Id<'areas'>[] | null
  readonly isActive: boolean | null
  readonly isOrganiser: boolean | null
  readonly observerId: Id<'observers'> | null
  readonly name: string | null
  readonly observerNgoId: Id<'ngos'> | null
}

function whoOf(row: SessionRow): Who | undefined {
  const { sessionId, electionId, timezone, expiresAt, tokenNth, tokenSince } = row
  const { confirmedAt, seenAt, owes } = row
  const isOver = row.state === 'archived'
  const token = { expiresAt, tokenNth, tokenSince }
  const shared = { sessionId, timezone, ...token, confirmedAt, seenAt, isOver, pendingDuty: owes }
  if (row.observerId !== null && row.observerNgoId !== null)
    return {
      role: 'observer',
      id: row.observerId,
      name: row.name ?? '',
      ngoId: row.observerNgoId,
      scope: { electionId, ngoId: row.observerNgoId, countyIds: null } as Scope,
      ...shared,
    }
  if (row.staffId === null || row.staffNgoId === null || row.isActive !== true) return undefined
  const { staffId: id, staffNgoId: ngoId, account, role, isOrganiser, countyIds } = row
  const own = { account: account ?? '', role: role ?? '', isOrganiser: isOrganiser ?? false }
  return { ...shared, ...staffOf(electionId, { id, ngoId, ...own, countyIds, timezone }) }
}

/** The scope of a link to a whole election; the caller has checked the link. */
export const wholeElection = (electionId: Id<'elections'>): Scope =>
  ({ electionId, ngoId: null, countyIds: null }) as Scope

/**
 * A staff account, for work on its behalf after its owner has left; undefined once its organisation is
 * switched off.
 */
export async function findStaffActor(
  db: Db,
  electionId: Id<'elections'>,
  staffId: Id<'staff'>,
): Promise<StaffActor | undefined> {
  const row = await db
    .selectFrom('staff')
    .innerJoin('ngos', 'ngos.id', 'staff.ngoId')
    .innerJoin('elections', (on) => on.on('elections.id', '=', electionId))
    .select(['staff.id', 'account', 'role', 'ngoId', 'isOrganiser', 'timezone'])
    .select(countyIds.as('countyIds'))
    .where('staff.id', '=', staffId)
    .where('ngos.isActive', '=', true)
    .executeTakeFirst()
  return row && staffOf(electionId, row)
}

export function staffOf(
  electionId: Id<'elections'>,
  row: {
    readonly id: Id<'staff'>
    readonly account: string
    readonly role: string
    readonly ngoId: Id<'ngos'>
    readonly isOrganiser: boolean
    readonly countyIds: Id<'areas'>[] | null
    readonly timezone: string
  },
): StaffActor {
  const { id, account: name, ngoId, countyIds, timezone } = row
  const role = Role.parse(row.role)
  const scope = { electionId, ngoId: row.isOrganiser ? null : ngoId, countyIds } as Scope
  return { role, id, name, ngoId, timezone, scope }
}

/**
 * An observer of the caller's, for what they once sent and staff process on their behalf. Includes deleted
 * observers: what they sent stays; and those who were in none of the caller's counties yet: what is placed
 * there now takes them there.
 */
export async function findObserverActor(
  db: Db,
  { scope, timezone }: StaffActor,
  id: Id<'observers'>,
): Promise<ObserverActor | undefined> {
  const { electionId } = scope
  const observer = await db
    .selectFrom('observers')
    .select(['id', 'name', 'ngoId'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .executeTakeFirst()
  if (!observer) return undefined
  const own = { electionId, ngoId: observer.ngoId, countyIds: null } as Scope
  return { ...observer, role: 'observer', timezone, scope: own }
}

export async function getNgo(db: Db, id: Id<'ngos'>) {
  return db
    .selectFrom('ngos')
    .select(['name', 'shortName', 'isOrganiser'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The names of the counties an account is limited to; null when it is not limited. */
export async function listOwnCounties(
  db: Db,
  { electionId, countyIds }: Scope,
): Promise<Columns<'areas', 'code' | 'name'>[] | null> {
  if (countyIds === null) return null
  const { rows } = await sql<Columns<'areas', 'code' | 'name'>>`
    select code, name from areas
     where election_id = ${electionId} and id = any(${countyIds}::integer[])
     order by position, name collate names, id`.execute(db)
  return rows
}
