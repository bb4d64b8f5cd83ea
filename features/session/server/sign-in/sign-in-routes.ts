import type { Tx } from '#database/open.ts'
import { homeCountry, noCountry } from '#features/elections/domain.ts'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import { findAuthenticator } from '#features/factors/server/queries.ts'
import { askPasskey, isCode, provePasskey } from '#features/factors/server/verify.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { networksOf } from '#kit/server/http/address.ts'
import { ReplyWithHeaders } from '#kit/server/http/reply.ts'
import { type Call, type CallWithoutDb, serve, serveInSteps } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { batched } from '#kit/server/load/batch.ts'
import { coalescer } from '#kit/server/load/coalesce.ts'
import type { Rank } from '#kit/server/load/queue.ts'
import { type Arrivals, openArrivals } from '#kit/server/security/arrivals.ts'
import { comparing } from '#kit/server/security/password.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { session } from '../../contract.ts'
import { observerKey, staffKey } from '../../domain.ts'
import { watchSignIns } from '../tries/tries.ts'
import {
  type Attempt,
  attemptOf,
  countBefore,
  forget,
  phoneRank,
  refuse,
  settleSuccess,
  staffRank,
  tryAtOnce,
  waive,
} from './attempt.ts'
import { cookieFor, deviceOf, markOfBrowser, markOfPhone } from './device.ts'
import { keyOf, readPhone } from './phone-queries.ts'
import { openSession, type Proven, refuseStranger, staffProven } from './prove.ts'
import {
  areKnownDevices,
  findObservers,
  findStaff,
  findStaffById,
  holdCurrentElection,
  keepDevice,
  type NoteDevice,
  takeFailures,
  upsertDevice,
} from './sign-in-queries.ts'

type SignInStep = Call<typeof session.authorize>
type SignInCall = CallWithoutDb<typeof session.authorize> & {
  step<T>(work: (call: SignInStep) => Promise<T>, rank?: Rank): Promise<T>
}

/** The dependencies of signing in. */
type SignInDependencies = {
  readonly server: Server
  readonly secrets: Secrets
  readonly arrivals: Arrivals
  /** Coalesced over concurrent callers, before it is known which of them is a stranger. */
  readonly findElection: () => ReturnType<typeof findCurrentElection>
  readonly isKnown: (mark: string) => Promise<boolean>
  readonly noteDevice: NoteDevice
}

function openSignInDependencies(
  server: Server,
  secrets: Secrets,
  noteDevice: NoteDevice,
): SignInDependencies {
  const { primary } = server.database
  const electionOnce = coalescer<Awaited<ReturnType<typeof findCurrentElection>>>()
  return {
    server,
    secrets,
    noteDevice,
    arrivals: openArrivals(),
    findElection: () => electionOnce('current', () => findCurrentElection(primary)),
    isKnown: batched((marks: readonly string[]) => areKnownDevices(primary, marks), {
      atOnce: 1,
      most: 500,
    }),
  }
}

/** The routes for signing in. */
export function signInRoutes(server: Server, secrets: Secrets, noteDevice: NoteDevice): void {
  const gate = openSignInDependencies(server, secrets, noteDevice)
  const watched = watchSignIns(server, secrets)
  const signIn = (call: SignInCall) => {
    const { uniqueId, fcmToken, channelName } = call.body
    const isPhone = Boolean(uniqueId || fcmToken || channelName)
    return watched(call, async () =>
      isPhone ? signInObserver(gate, call) : signInStaff(gate, call),
    )
  }
  serveInSteps(server, session.authorize, signIn)
  serveInSteps(server, session.authorizeV1, signIn)

  serve(server, session.passkeyQuestion, async (call) => askPasskey(secrets, call, 'sign-in'))

  // Not under the lock: guessing passwords cannot keep the owner out, and passkeys cannot be guessed.
  serve(server, session.authorizeByPasskey, async (call) => {
    const { db, body } = call
    const staffId = await provePasskey(secrets, call, 'sign-in', body.passkey)
    const staff = staffId && (await findStaffById(db, staffId))
    if (!staff) return refuseStranger(db, call)
    const failures = await takeFailures(db, staffKey(staff.account))
    return openSession(secrets, call, staffProven(staff), failures)
  })
}

/**
 * A password is hashed between two transactions: the first counts the attempt, the second records its result.
 */
async function signInStaff(gate: SignInDependencies, call: SignInCall) {
  const { server, secrets } = gate
  const { body, cookies } = call
  const account = staffKey(body.user)
  const attempt = attemptAt(gate, call, account, markOfBrowser(secrets, account, cookies))
  const rank = staffRank(attempt)
  return comparing(rank, async (isPassword) => {
    const isLocking = await call.step(({ db }) => countBefore(db, attempt), rank)
    if (isLocking instanceof Problem) return isLocking
    const { passwordHash } = (await findStaff(server.database.primary, body.user)) ?? {}
    const isRight = await isPassword(body.password, passwordHash)
    const compared = { attempt, isLocking, isRight, passwordHash }
    // An attempt that got this far is not shed.
    return call.step((asking) => answerStaff(gate, asking, compared), 'begun')
  })
}

/** The result of an attempt so far. */
type Compared = {
  readonly attempt: Attempt
  readonly isLocking: boolean
  readonly isRight: boolean
  readonly passwordHash: string | undefined
}

async function answerStaff(
  gate: SignInDependencies,
  asking: SignInStep,
  { attempt, isLocking, isRight, passwordHash }: Compared,
) {
  const { secrets } = gate
  const { db, body, origin } = asking
  const staff = await findStaff(db, body.user)
  // Changed meanwhile: the compared password is no longer theirs.
  const isSame = staff?.passwordHash === passwordHash
  const proven = isRight && isSame && staff && (await proveStaff(secrets, asking, staff))
  if (!proven) return refuse(db, attempt, { isLocking, name: staff?.account })
  if (proven instanceof Problem) {
    await waive(db, attempt)
    return proven
  }
  noteArrival(gate, attempt)
  const token = await openSession(secrets, asking, proven, await settleSuccess(db, attempt))
  const { account, device } = attempt
  return new ReplyWithHeaders(
    token,
    device ? {} : { 'set-cookie': cookieFor(secrets, account, origin) },
  )
}

/** A PIN is compared quickly: one transaction does all. */
async function signInObserver(gate: SignInDependencies, call: SignInCall) {
  const { secrets } = gate
  const { body, now } = call
  const election = await gate.findElection()
  const phone = readPhone(body.user, election ? homeCountry(election) : noCountry)
  // By the number and not by how it is typed: otherwise each spelling would give five more attempts.
  const account = observerKey(keyOf(phone))
  const mark = markOfPhone(secrets, account, body)
  const isKnown = mark !== undefined && (await gate.isKnown(mark))
  const attempt = attemptAt(gate, call, account, isKnown ? mark : undefined)
  return call.step(async (asking) => {
    const { db } = asking
    if (election) await holdCurrentElection(db, election)
    // Several only if they have shared a number since before numbers were compared: the PIN decides.
    const found = election ? await findObservers(db, election.id, phone) : []
    const observer = found.find(({ pinHash }) => secrets.isPin(body.password, pinHash))
    const proven = await tryAtOnce(db, attempt, found[0]?.phone, async () =>
      election && observer
        ? observerProven(gate, { ...observer, electionId: election.id }, asking)
        : undefined,
    )
    if (proven instanceof Problem) return proven
    noteArrival(gate, attempt)
    if (mark) await keepDevice(db, mark, now)
    return openSession(secrets, asking, proven, await forget(db, attempt))
  }, phoneRank(attempt))
}

const attemptAt = (
  { arrivals }: SignInDependencies,
  { address, now }: SignInCall,
  account: string,
  device: string | undefined,
): Attempt =>
  attemptOf({
    account,
    address,
    now,
    device,
    arrivalsFrom: (network) => arrivals.count(network, now),
  })

function noteArrival({ arrivals }: SignInDependencies, { account, address, now }: Attempt): void {
  for (const network of Object.values(networksOf(address))) arrivals.note(network, account, now)
}

async function proveStaff(
  secrets: Secrets,
  { db, body, now }: { readonly db: Tx; readonly body: SignInStep['body']; readonly now: Date },
  staff: NonNullable<Awaited<ReturnType<typeof findStaff>>>,
): Promise<Proven | Problem | undefined> {
  // Only for callers who know the password, which is worthless by now.
  if (staff.passwordUntil && staff.passwordUntil <= now)
    return new Problem('session.password-expired')
  if (await findAuthenticator(db, staff.id)) {
    if (!body.code) return new Problem('session.code-needed')
    if (!(await isCode(secrets, { db, now }, staff.id, body.code))) return undefined
  }
  return staffProven(staff)
}

type Observer = Awaited<ReturnType<typeof findObservers>>[number] & {
  readonly electionId: Id<'elections'>
}

function observerProven(
  { secrets, noteDevice }: SignInDependencies,
  observer: Observer,
  { db, body, now }: SignInStep,
): Proven {
  const { electionId, id: observerId, ngoId, phone } = observer
  const { fcmToken } = body
  const channelName = body.channelName ?? 'Firebase'
  return {
    owner: { electionId, observerId, device: deviceOf(secrets, body) },
    begun: async (sessionId) => {
      const owner = { electionId, observerId, sessionId }
      if (!fcmToken) return
      await upsertDevice(db, owner, { channelName, token: fcmToken }, now)
      await noteDevice(db, owner, now)
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
