import { randomUUID } from 'node:crypto'
import type { Tx } from '#database/open.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { announceSessionEnd } from '#kit/server/announce.ts'
import { actorOf, record } from '#kit/server/history.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { type Call, serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { recordBy } from '#kit/server/tell.ts'
import { session } from '../contract.ts'
import { accountLock, addressLock, phoneDigits, sessionHours } from '../domain.ts'
import { getNgoName } from './queries.ts'
import { isPassword } from './recognise.ts'
import {
  countFailure,
  findLock,
  findObserver,
  findStaff,
  forgetFailures,
  insertSession,
  lockAccount,
  revokeSession,
  upsertDevice,
} from './sign-in-queries.ts'

type Attempt = Call<typeof session.authorize>

/** Somebody who proved who they are, with what their token says of them. */
type Proven = {
  readonly owner:
    | { readonly staffId: Id<'staff'> }
    | { readonly electionId: Id<'elections'>; readonly observerId: Id<'observers'> }
  readonly actor: { readonly role: string; readonly id: number; readonly name: string }
  readonly claims: Record<string, unknown>
}

export function sessionRoutes(server: Server, secrets: Secrets): void {
  serve(server, session.authorize, (call) => signIn(secrets, call))
  serve(server, session.authorizeV1, (call) => signIn(secrets, call))

  serve(server, session.me, async ({ db, who }) => ({
    account: who.name,
    role: who.role,
    ngoId: who.ngoId,
    ngo: await getNgoName(db, who.ngoId),
  }))

  serve(server, session.signOut, async ({ db, who, now }) => {
    await revokeSession(db, who.sessionId, now)
    await announceSessionEnd(db, who.sessionId)
    await record(db, {
      electionId: who.scope.electionId,
      at: now,
      actor: actorOf(who),
      act: 'session.ended',
      subject: who.role,
      subjectId: who.id,
    })
    return {}
  })

  serve(server, session.registerDevice, async ({ db, who, body, now }) => {
    await upsertDevice(db, who.scope.electionId, who.id, body, now)
    // Never the token: whoever has it reaches the phone.
    const act = { act: 'session.device-registered', subject: 'observers', subjectId: who.id }
    await recordBy({ db, who, now }, { ...act, after: { channel: body.channelName } })
    return {}
  })
}

async function signIn(secrets: Secrets, call: Attempt) {
  const { db, body, now, address } = call
  const isPhone = Boolean(body.uniqueId || body.fcmToken || body.channelName)
  const account = isPhone
    ? `observer:${phoneDigits(body.user)}`
    : `staff:${body.user.toLowerCase()}`
  await lockAccount(db, account)
  const from = `address:${address}`
  const lockedUntil = await findLock(db, [account, from], now)
  if (lockedUntil) {
    const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
    return new Problem('request.too-many', { retryAfterSeconds })
  }

  const proven = isPhone ? await proveObserver(secrets, call) : await proveStaff(call)
  if (!proven) {
    await countFailure(db, account, accountLock, now)
    await countFailure(db, from, addressLock, now)
    await recordSignIn(db, now, { role: 'stranger', id: null, name: body.user }, 'session.refused')
    return new Problem('session.refused')
  }
  await forgetFailures(db, account)
  return openSession(db, secrets, proven, now)
}

async function proveStaff({ db, body }: Attempt): Promise<Proven | undefined> {
  const staff = await findStaff(db, body.user)
  if (!(await isPassword(body.password, staff?.passwordHash)) || !staff) return undefined
  return {
    owner: { staffId: staff.id },
    actor: { role: staff.role, id: staff.id, name: staff.account },
    claims: {
      sub: staff.account,
      UserType: 'NgoAdmin',
      IdNgo: String(staff.ngoId),
      Organizer: staff.role === 'organiser',
      NgoAdminId: staff.id,
    },
  }
}

async function proveObserver(secrets: Secrets, { db, body, now }: Attempt) {
  const observer = await findObserver(db, phoneDigits(body.user))
  if (!observer || !secrets.isPin(body.password, observer.pinHash)) return undefined
  const { electionId, id: observerId, ngoId, phone } = observer
  if (body.fcmToken) {
    const device = { channelName: body.channelName ?? 'Firebase', token: body.fcmToken }
    await upsertDevice(db, electionId, observerId, device, now)
  }
  return {
    owner: { electionId, observerId },
    actor: { role: 'observer', id: observerId, name: phone },
    claims: {
      sub: phone,
      UserType: 'Observer',
      IdNgo: String(ngoId),
      ObserverId: String(observerId),
    },
  }
}

async function openSession(tx: Tx, secrets: Secrets, proven: Proven, now: Date) {
  const sessionId = randomUUID()
  const seconds = sessionHours * 3600
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await insertSession(tx, sessionId, proven.owner, now, expiresAt)
  await recordSignIn(tx, now, proven.actor, 'session.begun')
  return {
    access_token: await secrets.signToken(sessionId, now, expiresAt, proven.claims),
    expires_in: seconds,
  }
}

/** As an act in the current election: there is where whoever asks will look. */
const recordSignIn = async (
  tx: Tx,
  at: Date,
  actor: { readonly role: string; readonly id: number | null; readonly name: string },
  act: 'session.begun' | 'session.refused',
) =>
  record(tx, {
    electionId: (await findCurrentElection(tx))?.id ?? null,
    at,
    actor,
    act,
    subject: actor.role,
    subjectId: actor.id,
  })
