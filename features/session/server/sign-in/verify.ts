import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Staff } from '#kit/contract/who.ts'
import { openQueue, type Queue } from '#kit/server/load/queue.ts'
import { comparing } from '#kit/server/security/password.ts'
import { staffKey } from '../../domain.ts'
import { type Ease, easeOf } from '../../password-domain.ts'
import { type Attempt, attemptOf, countBefore, refuse, settleSuccess } from './attempt.ts'
import { findStaffById } from './sign-in-queries.ts'

/** Why a password is easy to guess; undefined when it is not. */
export async function findEase(
  password: string,
  names: readonly string[],
): Promise<Ease | undefined> {
  // Imported only now: a server without password changes does not need fifty thousand of them.
  const { usualPasswords } = await import('../../usual-domain.ts')
  return easeOf(password, names, usualPasswords)
}

/** @throws Problem when a new password is easy to guess. */
export async function expectGoodPassword(
  password: string,
  names: readonly string[],
): Promise<void> {
  const why = await findEase(password, names)
  if (why) throw new Problem('account.password-easy', { field: 'password', why })
}

/** A call by a signed-in account. */
type ConfirmCall = { readonly who: Staff; readonly address: string; readonly now: Date }

type SteppedConfirmCall = ConfirmCall & {
  readonly step: <T>(work: (given: { readonly db: Tx }) => Promise<T>) => Promise<T>
}

/** Counted by session: strangers who guess cannot block the owner, nor the owner them. */
export const attemptWithin = ({ who, address, now }: ConfirmCall): Attempt =>
  attemptOf({
    account: staffKey(who.name),
    address,
    now,
    device: `session ${who.sessionId}`,
    arrivalsFrom: () => 0,
  })

/** Queues by session: few wait in each, and one that follows is kept for a while. */
const proofs = new Map<Staff['sessionId'], Queue>()
const ofOneSession = { atOnce: 1, most: 20, keptMs: 5_000 }

/**
 * A session's proofs run one after the other: people do not type faster, and an attacker at an open screen with a thousand
 * connections does not block others. Failures wait like strangers' do.
 * @throws Problem `server.overloaded` when too many of them wait
 */
export async function oneByOne<T>({ who }: ConfirmCall, work: () => Promise<T>): Promise<T> {
  const { sessionId } = who
  const queue = proofs.get(sessionId) ?? openQueue(ofOneSession)
  proofs.set(sessionId, queue)
  try {
    return await queue.run('staff', work)
  } finally {
    if (queue.count() === 0) proofs.delete(sessionId)
  }
}

/**
 * Whether a signed-in user knows the account's password: subject to lockout, and without a transaction while
 * it is hashed.
 */
export async function provePassword(
  call: SteppedConfirmCall,
  password: string,
): Promise<true | Problem> {
  const attempt = attemptWithin(call)
  const prove = async (isPassword: Comparing): Promise<true | Problem> => {
    const begun = await call.step(async ({ db }) => ({
      isLocking: await countBefore(db, attempt),
      staff: await findStaffById(db, call.who.id),
    }))
    const { isLocking, staff } = begun
    if (isLocking instanceof Problem) return isLocking
    const isRight = await isPassword(password, staff?.passwordHash)
    return call.step(async ({ db }) => {
      if (!isRight) return refuse(db, attempt, { isLocking, name: call.who.name })
      await settleSuccess(db, attempt)
      return true
    })
  }
  return oneByOne(call, () => comparing('known staff', prove))
}

type Comparing = Parameters<Parameters<typeof comparing>[1]>[0]
