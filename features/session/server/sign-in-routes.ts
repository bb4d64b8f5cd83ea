import { findAuthenticator } from '#features/factors/server/queries.ts'
import { askPasskey, isCode, provePasskey } from '#features/factors/server/verify.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { type Call, serve } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { session } from '../contract.ts'
import { phoneDigits } from '../domain.ts'
import {
  openSession,
  type Proven,
  recordSignIn,
  staffKey,
  staffProven,
  strangerAs,
  tryUnderLock,
} from './prove.ts'
import { isPassword } from './recognise.ts'
import {
  findObserver,
  findStaff,
  findStaffById,
  forgetFailures,
  holdCurrentElection,
  takeFailures,
  upsertDevice,
} from './sign-in-queries.ts'

type Attempt = Call<typeof session.authorize>

/** The ways in. */
export function signInRoutes(server: Server, secrets: Secrets): void {
  serve(server, session.authorize, (call) => signIn(secrets, call))
  serve(server, session.authorizeV1, (call) => signIn(secrets, call))

  serve(server, session.passkeyQuestion, async (call) => askPasskey(secrets, call, 'sign-in'))

  // Not under the lock: whoever guesses passwords cannot keep the owner out, and nobody guesses a
  // passkey.
  serve(server, session.authorizeByPasskey, async (call) => {
    const { db, body, now } = call
    const staffId = await provePasskey(secrets, call, 'sign-in', body.passkey)
    const staff = staffId && (await findStaffById(db, staffId))
    if (staff) {
      const failures = await takeFailures(db, staffKey(staff.account))
      return openSession(secrets, call, staffProven(staff), failures)
    }
    await recordSignIn(db, now, strangerAs('–'), 'session.refused')
    return new Problem('session.refused')
  })
}

async function signIn(secrets: Secrets, call: Attempt) {
  const { body } = call
  const isPhone = Boolean(body.uniqueId || body.fcmToken || body.channelName)
  const key = isPhone ? `observer:${phoneDigits(body.user)}` : staffKey(body.user)
  const proven = await tryUnderLock(call, { key, name: body.user }, () =>
    isPhone ? proveObserver(secrets, call) : proveStaff(secrets, call),
  )
  if (proven instanceof Problem) return proven
  return openSession(secrets, call, proven, await forgetFailures(call.db, key))
}

async function proveStaff(secrets: Secrets, call: Attempt): Promise<Proven | Problem | undefined> {
  const { db, body, now } = call
  const staff = await findStaff(db, body.user)
  if (!(await isPassword(body.password, staff?.passwordHash)) || !staff) return undefined
  // Said only to whoever knows it, to whom it is worth nothing any more.
  if (staff.passwordUntil && staff.passwordUntil <= now)
    return new Problem('session.password-expired')
  if (await findAuthenticator(db, staff.id)) {
    if (!body.code) return new Problem('session.code-needed')
    if (!(await isCode(secrets, call, staff.id, body.code))) return undefined
  }
  return staffProven(staff)
}

async function proveObserver(
  secrets: Secrets,
  { db, body, now }: Attempt,
): Promise<Proven | undefined> {
  await holdCurrentElection(db)
  const observer = await findObserver(db, phoneDigits(body.user))
  if (!observer || !secrets.isPin(body.password, observer.pinHash)) return undefined
  const { electionId, id: observerId, ngoId, phone } = observer
  const { fcmToken } = body
  const channelName = body.channelName ?? 'Firebase'
  return {
    owner: { electionId, observerId },
    begun: async (sessionId) => {
      const owner = { electionId, observerId, sessionId }
      if (fcmToken) await upsertDevice(db, owner, { channelName, token: fcmToken }, now)
    },
    actor: { role: 'observer', id: observerId, name: phone },
    claims: {
      sub: phone,
      UserType: 'Observer',
      IdNgo: String(ngoId),
      ObserverId: String(observerId),
    },
  }
}
