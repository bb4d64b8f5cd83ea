import { randomUUID } from 'node:crypto'
import type { Tx } from '#database/open.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import { leaveLetter } from '#features/factors/server/letters.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { announceSessionEnd } from '#kit/server/announce.ts'
import { record } from '#kit/server/history.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { accountLock, addressLock, sessionHours } from '../domain.ts'
import { revokeStaffSession } from './own-queries.ts'
import {
  countFailure,
  type Failures,
  findLock,
  findStaff,
  insertSession,
  lockAccount,
} from './sign-in-queries.ts'

/** A call by which somebody tries to prove who they are. */
type Trying = {
  readonly db: Tx
  readonly now: Date
  readonly address: string
  readonly userAgent: string
  /** Of the session that this browser is still in, if it is. */
  readonly token: string
}

/** Somebody who proved who they are, with what their token says of them. */
export type Proven = {
  readonly owner:
    | { readonly staffId: Id<'staff'> }
    | { readonly electionId: Id<'elections'>; readonly observerId: Id<'observers'> }
  readonly actor: { readonly role: string; readonly id: number; readonly name: string }
  readonly claims: Record<string, unknown>
  /** What is done once they are in. */
  readonly begun?: (sessionId: string) => Promise<void>
}

type Staff = NonNullable<Awaited<ReturnType<typeof findStaff>>>

export const staffKey = (account: string) => `staff:${account.toLowerCase()}`

/**
 * Lets somebody try, unless the account or their address is locked, and counts when they fail. A
 * problem that `prove` answers with is passed on, and counts for nothing.
 * @param key what the account is counted by, whether or not it exists
 */
export async function tryUnderLock<Proof>(
  { db, now, address }: Trying,
  { key, name }: { readonly key: string; readonly name: string },
  prove: () => Promise<Proof | Problem | undefined>,
): Promise<Proof | Problem> {
  await lockAccount(db, key)
  const from = `address:${address}`
  const lockedUntil = await findLock(db, [key, from], now)
  if (lockedUntil) {
    const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
    return new Problem('request.too-many', { retryAfterSeconds })
  }
  const proof = await prove()
  if (proof !== undefined) return proof
  const isAccountLocked = await countFailure(db, key, accountLock, now)
  const isAddressLocked = await countFailure(db, from, addressLock, now)
  await recordSignIn(db, now, strangerAs(name), 'session.refused')
  // Once for each lock, and not for what is tried while it holds.
  if (isAccountLocked) await tellOfLock(db, { name, key, address }, now)
  if (isAddressLocked) await recordSignIn(db, now, strangerAs(address), 'session.locked')
  return new Problem('session.refused')
}

export const strangerAs = (name: string) => ({ role: 'stranger', id: null, name })

/** The owner of an account is told by mail that somebody tries it. */
async function tellOfLock(
  db: Tx,
  tried: { readonly name: string; readonly key: string; readonly address: string },
  now: Date,
): Promise<void> {
  await recordSignIn(db, now, strangerAs(tried.name), 'session.locked')
  const staff = tried.key === staffKey(tried.name) ? await findStaff(db, tried.name) : undefined
  if (!staff?.email) return
  const electionId = (await findCurrentElection(db))?.id ?? null
  await leaveLetter(db, { electionId, staffId: staff.id, what: 'locked', by: tried.address })
}

export const staffProven = (staff: Staff): Proven => ({
  owner: { staffId: staff.id },
  actor: { role: staff.role, id: staff.id, name: staff.account },
  claims: {
    sub: staff.account,
    UserType: 'NgoAdmin',
    IdNgo: String(staff.ngoId),
    Organizer: staff.role === 'organiser',
    NgoAdminId: staff.id,
    ...(staff.owes && { Owes: staff.owes }),
  },
})

/** Begins a session of whoever proved who they are, and makes its token. */
export async function openSession(
  secrets: Secrets,
  trying: Trying,
  proven: Proven,
  failures: Failures | undefined,
) {
  const { db, now, address, userAgent } = trying
  if ('staffId' in proven.owner) await endEarlier(secrets, trying)
  const id = randomUUID()
  const expiresAt = endOf(now)
  await insertSession(db, proven.owner, {
    id,
    createdAt: now,
    expiresAt,
    address,
    userAgent,
    failures,
  })
  await proven.begun?.(id)
  await recordSignIn(db, now, proven.actor, 'session.begun')
  return tokenFor(secrets, id, now, proven.claims)
}

/** Whoever signs in anew leaves the session that this browser was in, whoever's that was. */
async function endEarlier(secrets: Secrets, { db, now, token }: Trying): Promise<void> {
  const sessionId = await secrets.readToken(token, now)
  const actor = sessionId && (await revokeStaffSession(db, sessionId, now))
  if (!actor) return
  await announceSessionEnd(db, sessionId)
  await recordSignIn(db, now, actor, 'session.ended')
}

/** When a session ends that begins, or is prolonged, at this moment. */
export const endOf = (now: Date) => new Date(now.getTime() + sessionHours * 3_600_000)

export async function tokenFor(
  secrets: Secrets,
  sessionId: string,
  now: Date,
  claims: Proven['claims'],
) {
  const access_token = await secrets.signToken(sessionId, now, endOf(now), claims)
  return { access_token, expires_in: sessionHours * 3600 }
}

/** As an act in the current election: there is where whoever asks will look. */
export const recordSignIn = async (
  tx: Tx,
  at: Date,
  actor: { readonly role: string; readonly id: number | null; readonly name: string },
  act: 'session.begun' | 'session.ended' | 'session.refused' | 'session.locked',
) =>
  record(tx, {
    electionId: (await findCurrentElection(tx))?.id ?? null,
    at,
    actor,
    act,
    subject: actor.role,
    subjectId: actor.id,
  })
