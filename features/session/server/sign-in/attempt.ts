import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import { networksOf } from '#kit/server/http/address.ts'
import type { Rank } from '#kit/server/load/queue.ts'
import {
  accountLock,
  addressLock,
  isSharedBy,
  type Lock,
  loosenedFor,
  sharedKey,
  siteLock,
} from '../../domain.ts'
import { listCounted, lockAttemptsOf } from './lock-queries.ts'
import { recordLater, recordLock, recordSignIn, strangerAs } from './prove.ts'
import {
  countFailure,
  type Failures,
  forgetFailures,
  takeFailures,
  waiveFailure,
} from './sign-in-queries.ts'

/** An attempt to prove an identity with a guessable secret, by account and network. */
export type AttemptRequest = {
  /** The key the account is counted by, whether or not it exists. */
  readonly account: string
  readonly address: string
  readonly now: Date
  /**
   * The mark of a known device: a phone, browser or session that was in this account before. It is counted
   * separately, and strangers' failures do not lock it out. Undefined: a stranger.
   */
  readonly device: string | undefined
  /** How many accounts recently signed in from a network through this process. */
  readonly arrivalsFrom: (network: string) => number
}

/** An attempt, with all keys it is counted by; these stay the same until it is over. */
export type Attempt = Omit<AttemptRequest, 'arrivalsFrom'> & {
  /** The key of the account or phone. */
  readonly key: string
  /** The networks it comes from; none for a known device, which says nothing about its network. */
  readonly networks: readonly Network[]
  /** Many accounts recently signed in from the network: it is a carrier's or an office's. */
  readonly isShared: boolean
}

type Network = { readonly name: string; readonly key: string; readonly lock: Lock }

export function attemptOf({ arrivalsFrom, ...trying }: AttemptRequest): Attempt {
  const { account, address, device } = trying
  if (device) return { ...trying, key: `device:${device}`, networks: [], isShared: false }
  const { own, site } = networksOf(address)
  const network = (name: string, lock: Lock): Network => ({
    name,
    key: `address:${name}`,
    lock: loosenedFor(lock, arrivalsFrom(name)),
  })
  const networks = [network(own, addressLock), ...(site ? [network(site, siteLock)] : [])]
  const isShared = networks.some(({ name }) => isSharedBy(arrivalsFrom(name)))
  return { ...trying, key: isShared ? sharedKey(account) : account, networks, isShared }
}

/** A failed attempt. */
type FailedAttempt = {
  /** Whether this failure locked the account. */
  readonly isLocking: boolean
  /** The account's name; undefined when there is none. */
  readonly name: string | undefined
}

/** The queue's rank for attempts at a staff account, or at an observer's. */
export const staffRank = ({ device }: Attempt): Rank => (device ? 'known staff' : 'staff')
export const phoneRank = ({ device }: Attempt): Rank => (device ? 'known phone' : 'phone')

/**
 * Verifies at once, unless locked, and counts a failure. A problem that `prove` returns is passed on and
 * not counted.
 * @param name the account's, where there is one
 */
export async function tryAtOnce<Proof>(
  tx: Tx,
  attempt: Attempt,
  name: string | undefined,
  prove: () => Promise<Proof | Problem | undefined>,
): Promise<Proof | Problem> {
  const locked = await findLocked(tx, attempt)
  if (locked) return locked
  const proof = await prove()
  return proof ?? refuse(tx, attempt, { isLocking: await count(tx, attempt), name })
}

/**
 * Counts an attempt as failed before the result is known. Verifying is slow and holds neither a transaction nor a
 * lock on the account, so only this count limits concurrent guesses. `refuse`, `settleSuccess` or `waive` records
 * the result.
 * @returns whether this failure would lock the account; a problem when it is locked already
 */
export async function countBefore(tx: Tx, attempt: Attempt): Promise<boolean | Problem> {
  return (await findLocked(tx, attempt)) ?? count(tx, attempt)
}

/** Settles a counted attempt that succeeded. Returns how many attempts failed before it. */
export async function settleSuccess(tx: Tx, attempt: Attempt): Promise<Failures | undefined> {
  await lockAttemptsOf(tx, attempt.account)
  await waive(tx, attempt)
  return forget(tx, attempt)
}

/** Reverts the count of an attempt that neither succeeded nor failed. */
export const waive = (tx: Tx, attempt: Attempt): Promise<void> => waiveFailure(tx, attempt.key)

/**
 * Forgets the failures of an account that signed in. Returns what to tell its owner, including strangers' failures; the
 * strangers' lock stays.
 */
export async function forget(tx: Tx, { account, key }: Attempt): Promise<Failures | undefined> {
  await lockAttemptsOf(tx, account)
  const others = await takeFailures(tx, account)
  const own = await forgetFailures(tx, key)
  if (!own || !others) return own ?? others
  const from = own.from < others.from ? own.from : others.from
  return { count: own.count + others.count, from }
}

/** Records a failure, by the account's name or by the network it came from. */
export async function refuse(tx: Tx, attempt: Attempt, { isLocking, name }: FailedAttempt) {
  const { address, networks, now } = attempt
  const locked: string[] = []
  for (const { name: network, key, lock } of networks)
    if (await countFailure(tx, { key, account: null }, lock, now)) locked.push(network)
  await recordLater(tx, name ?? networksOf(address).own, now)
  // Recorded once per lock, not for attempts while locked, and never for made-up names.
  if (isLocking && name !== undefined) await recordLock(tx, { name, ...attempt })
  for (const network of locked) await recordSignIn(tx, now, strangerAs(network), 'session.locked')
  return new Problem('session.refused')
}

const count = (tx: Tx, { key, account, now }: Attempt): Promise<boolean> =>
  countFailure(tx, { key, account }, accountLock, now)

/** Attempts at one account are serialised until the transaction ends. */
async function findLocked(tx: Tx, attempt: Attempt): Promise<Problem | undefined> {
  const { key, networks, isShared, now } = attempt
  await lockAttemptsOf(tx, key)
  const counted = await listCounted(tx, [key, ...networks.map((network) => network.key)], now)
  const own = counted.find((one) => one.key === key)
  // Guesses from a shared network must not lock out other accounts on it.
  const isLet = isShared && !own
  const locks = isLet ? [] : counted.flatMap(({ lockedUntil }) => lockedUntil ?? [])
  if (locks.length === 0) return undefined
  const last = Math.max(...locks.map((until) => until.getTime()))
  const retryAfterSeconds = Math.ceil((last - now.getTime()) / 1000)
  return new Problem('request.too-many', { retryAfterSeconds })
}
