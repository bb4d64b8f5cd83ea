import type { Tx } from '#database/open.ts'
import { askPasskey, isCode, provePasskey } from '#features/factors/server/verify.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { type SteppedCall, serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { session } from '../contract.ts'
import {
  confirmSession,
  listOwnSessions,
  prolongSession,
  revokeOwn,
  revokeSession,
} from './own-queries.ts'
import { forget, tryAtOnce } from './sign-in/attempt.ts'
import { forgetDevicesIn } from './sign-in/device-queries.ts'
import { endOf, staffProven, tokenFor } from './sign-in/prove.ts'
import { findStaffById } from './sign-in/sign-in-queries.ts'
import { attemptWithin, oneByOne, provePassword } from './sign-in/verify.ts'

/** Managing one's own sessions. */
export function ownSessionRoutes(server: Server, secrets: Secrets): void {
  confirmRoutes(server, secrets)

  serve(server, session.signOut, async (call) => {
    const { db, who, now } = call
    await revokeSession(db, who.sessionId, now)
    await forgetDevicesIn(db, who.sessionId)
    await announceSessionEnd(db, who.sessionId)
    await recordBy(call, { act: 'session.ended', subject: who.role, subjectId: who.id })
    return {}
  })

  serve(server, session.own, async ({ db, who, now }) =>
    (await listOwnSessions(db, who.id, now)).map((one) => ({
      ...one,
      isThis: one.id === who.sessionId,
    })),
  )

  serve(server, session.endOne, async (call) => {
    const { db, who, params, now } = call
    const ended = await revokeOwn(db, who.id, { only: params.id }, now)
    if (ended.length === 0) throw new Problem('thing.not-found')
    await closeStreams(db, ended)
    await recordBy(call, { act: 'session.ended', subject: who.role, subjectId: who.id })
    return {}
  })

  serve(server, session.endOthers, async (call) => {
    const { db, who, now } = call
    const ended = await revokeOwn(db, who.id, { allBut: who.sessionId }, now)
    await closeStreams(db, ended)
    const after = { sessions: ended.length }
    if (ended.length > 0)
      await recordBy(call, {
        act: 'session.others-ended',
        subject: who.role,
        subjectId: who.id,
        after,
      })
    return ended.length
  })
}

/** Ended sessions must not receive events either. */
async function closeStreams(db: Tx, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) await announceSessionEnd(db, sessionId)
}

function confirmRoutes(server: Server, secrets: Secrets): void {
  serve(server, session.confirmQuestion, async (call) => askPasskey(secrets, call, call.who.id))

  serveInSteps(server, session.confirm, async (call) => {
    const proof = await prove(secrets, call)
    if (proof instanceof Problem) return proof
    return call.step(async (confirming) => {
      const { db, who, now } = confirming
      const { sessionId } = who
      const { nth, expiresAt } = await confirmSession(db, sessionId, now)
      await recordBy(confirming, {
        act: 'session.confirmed',
        subject: who.role,
        subjectId: who.id,
      })
      // A stream opened with the former token reopens with the new one, or ends with the minute.
      await announceSessionEnd(db, sessionId)
      const { claims } = staffProven(await getStaff(db, who.id))
      return tokenFor(secrets, { sessionId, nth }, { from: now, until: expiresAt }, claims)
    })
  })

  serve(server, session.renew, async (call) => {
    const { db, who, now } = call
    const staff = await getStaff(db, who.id)
    // A session that began before second factors became required ends at its time.
    if (staff.owes) throw new Problem('session.owes', { duty: staff.owes })
    const { sessionId, tokenNth: nth } = who
    const until = endOf(now)
    await prolongSession(db, sessionId, until)
    await recordBy(call, { act: 'session.prolonged', subject: who.role, subjectId: who.id })
    return tokenFor(secrets, { sessionId, nth }, { from: now, until }, staffProven(staff).claims)
  })
}

/** @throws Problem when the account is gone. */
async function getStaff(db: Tx, id: Id<'staff'>) {
  const staff = await findStaffById(db, id)
  if (!staff) throw new Problem('session.missing')
  return staff
}

/** Passkeys are checked without the lock, as when signing in; attempts with a guessable secret are counted. */
async function prove(
  secrets: Secrets,
  call: SteppedCall<typeof session.confirm>,
): Promise<true | Problem> {
  const { who, body } = call
  const { passkey, password, code = '' } = body
  if (password) return provePassword(call, password)
  return oneByOne(call, () =>
    call.step(async (asking) => {
      const { db } = asking
      if (passkey) {
        const isOwn = (await provePasskey(secrets, asking, who.id, passkey)) !== undefined
        return isOwn || new Problem('session.refused')
      }
      const attempt = attemptWithin(call)
      const proof = await tryAtOnce(db, attempt, who.name, async () =>
        (await isCode(secrets, asking, who.id, code)) ? true : undefined,
      )
      if (proof === true) await forget(db, attempt)
      return proof
    }),
  )
}
