import { randomUUID } from 'node:crypto'
import type { Tx } from '#database/open.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import { enqueueFactorEmail } from '#features/factors/server/emails.ts'
import { Problem } from '#kit/contract/problem.ts'
import { record } from '#kit/server/history/history.ts'
import { networksOf } from '#kit/server/http/address.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { announce, announceSessionEnd } from '#kit/server/live/announce.ts'
import type { Secrets, Token } from '#kit/server/security/secrets.ts'
import { accountLocked } from '../../contract.ts'
import { sessionHours, staffKey } from '../../domain.ts'
import { refusedRecorder } from '../jobs.ts'
import { revokeStaffSession } from '../own-queries.ts'
import { countRefused } from '../tries/refused-queries.ts'
import { type Failures, findStaff, insertSession, type SessionOwner } from './sign-in-queries.ts'

/** A call that tries to prove an identity. */
type ProofCall = {
  readonly db: Tx
  readonly now: Date
  readonly address: string
  readonly userAgent: string
  /** The token of the session this browser is still in, if any. */
  readonly token: string
}

/** A proven identity, with its token's claims. */
export type Proven = {
  readonly owner: SessionOwner
  readonly actor: { readonly role: string; readonly id: number; readonly name: string }
  readonly claims: Record<string, unknown>
  /** Called once they are signed in. */
  readonly begun?: (sessionId: string) => Promise<void>
}

type StaffRow = NonNullable<Awaited<ReturnType<typeof findStaff>>>

export const strangerAs = (name: string) => ({ role: 'stranger', id: null, name })

/** Tells staff which account was locked; its owner gets an email. */
export async function recordLock(
  db: Tx,
  tried: {
    readonly name: string
    readonly account: string
    readonly address: string
    readonly now: Date
  },
): Promise<void> {
  await recordSignIn(db, tried.now, strangerAs(tried.name), 'session.locked')
  const isStaff = tried.account === staffKey(tried.name)
  const staff = isStaff ? await findStaff(db, tried.name) : undefined
  const electionId = (await findCurrentElection(db))?.id ?? null
  if (electionId) await announce(db, accountLocked, { electionId, ngoId: null }, {})
  if (!staff?.email) return
  await enqueueFactorEmail(db, { electionId, staffId: staff.id, what: 'locked', by: tried.address })
}

export const staffProven = (staff: StaffRow): Proven => ({
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

/** Begins a session for a proven identity, and creates its token. */
export async function openSession(
  secrets: Secrets,
  trying: ProofCall,
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
  const token = { sessionId: id, nth: 0 }
  return tokenFor(secrets, token, { from: now, until: expiresAt }, proven.claims)
}

/** A new sign-in ends the browser's earlier session, of any account. */
async function endEarlier(secrets: Secrets, { db, now, token }: ProofCall): Promise<void> {
  const read = await secrets.readToken(token, now)
  const actor = read && (await revokeStaffSession(db, read.sessionId, now))
  if (!actor) return
  await announceSessionEnd(db, read.sessionId)
  await recordSignIn(db, now, actor, 'session.ended')
}

/** When a session ends that begins, or is prolonged, at this moment. */
export const endOf = (now: Date) => new Date(now.getTime() + sessionHours * 3_600_000)

export async function tokenFor(
  secrets: Secrets,
  token: Token,
  { from, until }: { readonly from: Date; readonly until: Date },
  claims: Proven['claims'],
) {
  const access_token = await secrets.signToken(token, from, until, claims)
  return { access_token, expires_in: Math.floor((until.getTime() - from.getTime()) / 1000) }
}

/** Recorded in the current election: people will look for it there. */
export const recordSignIn = async (
  tx: Tx,
  at: Date,
  actor: { readonly role: string; readonly id: number | null; readonly name: string },
  act: 'session.begun' | 'session.ended' | 'session.locked',
) =>
  record(tx, {
    electionId: (await findCurrentElection(tx))?.id ?? null,
    at,
    actor,
    act,
    subject: actor.role,
    subjectId: actor.id,
  })

/** Refuses a caller who names no existing account. */
export async function refuseStranger(tx: Tx, { address, now }: Pick<ProofCall, 'address' | 'now'>) {
  await recordLater(tx, networksOf(address).own, now)
  return new Problem('session.refused')
}

/** Counts a refusal; history records it when the quarter of an hour is over. */
export async function recordLater(tx: Tx, name: string, now: Date): Promise<void> {
  const seconds = await countRefused(tx, name, now)
  if (seconds) await enqueue(tx, refusedRecorder, {}, seconds)
}
