import type { Db } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import type { ObserverActor, Scope, StaffActor, Who } from '#kit/contract/who.ts'

/** Whose sessions these are, with proof of what they may see; those that have ended are missing. */
export async function findWhos(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Who>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('elections', (on) =>
      on
        .on('elections.isCurrent', '=', true)
        // An observer belongs to one election; staff to whichever is current.
        .on((is) =>
          is.or([
            is('sessions.electionId', 'is', null),
            is('sessions.electionId', '=', is.ref('elections.id')),
          ]),
        ),
    )
    .leftJoin('staff', 'staff.id', 'sessions.staffId')
    .leftJoin('observers', (on) =>
      on
        .onRef('observers.electionId', '=', 'sessions.electionId')
        .onRef('observers.id', '=', 'sessions.observerId')
        .on('observers.deletedAt', 'is', null),
    )
    .leftJoin('ngos', 'ngos.id', 'staff.ngoId')
    .select([
      'sessions.id as sessionId',
      'elections.id as electionId',
      'elections.timezone',
      'sessions.expiresAt',
      'staff.id as staffId',
      'staff.account',
      'staff.role',
      'staff.ngoId as staffNgoId',
      'ngos.isActive',
      'observers.id as observerId',
      'observers.name',
      'observers.ngoId as observerNgoId',
      'observers.isTest',
    ])
    // One parameter however many there are, so that it stays one statement.
    .where((is) => is('sessions.id', '=', is.fn.any(is.val([...sessionIds]))))
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const who = whoOf(row)
      return who ? [[row.sessionId, who] as const] : []
    }),
  )
}

type SessionRow = {
  readonly sessionId: string
  readonly electionId: Id<'elections'>
  readonly timezone: string
  readonly expiresAt: Date
  readonly staffId: Id<'staff'> | null
  readonly account: string | null
  readonly role: string | null
  readonly staffNgoId: Id<'ngos'> | null
  readonly isActive: boolean | null
  readonly observerId: Id<'observers'> | null
  readonly name: string | null
  readonly observerNgoId: Id<'ngos'> | null
  readonly isTest: boolean | null
}

function whoOf(row: SessionRow): Who | undefined {
  const { sessionId, electionId, timezone, expiresAt } = row
  const shared = { sessionId, timezone, expiresAt }
  if (row.observerId !== null && row.observerNgoId !== null)
    return {
      ...shared,
      role: 'observer',
      id: row.observerId,
      name: row.name ?? '',
      ngoId: row.observerNgoId,
      isTest: row.isTest ?? false,
      scope: { electionId, ngoId: row.observerNgoId } as Scope,
    }
  if (row.staffId === null || row.staffNgoId === null || row.isActive !== true) return undefined
  const { staffId: id, staffNgoId: ngoId, account, role } = row
  const staff = { id, ngoId, account: account ?? '', role: role ?? '', timezone }
  return { ...shared, ...staffOf(electionId, staff) }
}

/**
 * Somebody of the staff, for what is done on their behalf after they have gone; undefined once
 * their organisation is switched off.
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
    .select(['staff.id', 'account', 'role', 'ngoId', 'timezone'])
    .where('staff.id', '=', staffId)
    .where('ngos.isActive', '=', true)
    .executeTakeFirst()
  return row && staffOf(electionId, row)
}

function staffOf(
  electionId: Id<'elections'>,
  row: {
    readonly id: Id<'staff'>
    readonly account: string
    readonly role: string
    readonly ngoId: Id<'ngos'>
    readonly timezone: string
  },
): StaffActor {
  const { id, account: name, ngoId, timezone } = row
  const role = row.role === 'organiser' ? 'organiser' : 'ngo-administrator'
  const scope = { electionId, ngoId: role === 'organiser' ? null : ngoId } as Scope
  return { role, id, name, ngoId, timezone, scope }
}

/**
 * An observer of the caller's, for what they once sent and staff do on their behalf. One who was
 * deleted is among them: what they sent stays.
 */
export async function findObserverActor(
  db: Db,
  { scope, timezone }: StaffActor,
  id: Id<'observers'>,
): Promise<ObserverActor | undefined> {
  const { electionId } = scope
  const observer = await db
    .selectFrom('observers')
    .select(['id', 'name', 'ngoId', 'isTest'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .executeTakeFirst()
  if (!observer) return undefined
  const own = { electionId, ngoId: observer.ngoId } as Scope
  return { ...observer, role: 'observer', timezone, scope: own }
}

export async function getNgoName(db: Db, id: Id<'ngos'>): Promise<string> {
  const { name } = await db
    .selectFrom('ngos')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}
