import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import { networksOf } from '#kit/server/address.ts'
import type { Rank } from '#kit/server/door.ts'
import { accountLock, addressLock, type Lock, siteLock } from '../domain.ts'
import { recordSignIn, strangerAs, tellLater, tellOfLock } from './prove.ts'
import {
  countFailure,
  type Failures,
  findLock,
  forgetFailures,
  lockAccount,
  takeFailures,
  waiveFailure,
} from './sign-in-queries.ts'

/** Somebody who tries to prove who they are by something that can be guessed. */
export type Attempt = {
  /** What the account is counted by, whether or not it exists. */
  readonly account: string
  readonly address: string
  readonly now: Date
  /**
   * The mark of a phone, browser or session that was in this account before: it is counted by itself, and
   * what strangers do does not lock it. Undefined: a stranger.
   */
  readonly device: string | undefined
  /** How many accounts got in lately from a network, as far as this process saw. */
  readonly arrivalsFrom: (network: string) => number
}

/** What was tried, once it is known to be wrong. */
type Wrong = {
  /** Whether this was the failure that locks. */
  readonly isLocking: boolean
  /** What the account is called; undefined when there is none. */
  readonly name: string | undefined
}

export const rankOf = ({ device }: Attempt): Rank => (device ? 'known' : 'stranger')

/**
 * Lets somebody try at once, unless they are locked, and counts when they fail. A problem that `prove`
 * answers with is passed on, and counts for nothing.
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
 * Counts a try as failed before it is known to be: the proof takes long, and holds neither a transaction nor
 * the account meanwhile, so that this alone keeps guesses that are sent together to those that are allowed.
 * What comes of it is said by `refuse`, `welcome` or `waive`.
 * @returns whether it would be the failure that locks; a problem when they are locked already
 */
export async function countBefore(tx: Tx, attempt: Attempt): Promise<boolean | Problem> {
  return (await findLocked(tx, attempt)) ?? count(tx, attempt)
}

/** Of a try that was counted and proved right. Answers with how often it was tried in vain before. */
export async function welcome(tx: Tx, attempt: Attempt): Promise<Failures | undefined> {
  await waive(tx, attempt)
  return forget(tx, attempt)
}

/** Takes back that a try was counted: it was neither right nor wrong. */
export const waive = (tx: Tx, attempt: Attempt): Promise<void> => waiveFailure(tx, keyOf(attempt))

/** Forgets the failures of whoever got in. Answers with what there is to tell them. */
export async function forget(tx: Tx, attempt: Attempt): Promise<Failures | undefined> {
  const own = await forgetFailures(tx, keyOf(attempt))
  if (!attempt.device) return own
  // That strangers are locked out of the account stays so.
  const others = await takeFailures(tx, attempt.account)
  if (!own || !others) return own ?? others
  const from = own.from < others.from ? own.from : others.from
  return { count: own.count + others.count, from }
}

/** Writes down that it was wrong, of whoever is known by name or by where they come from. */
export async function refuse(tx: Tx, attempt: Attempt, { isLocking, name }: Wrong) {
  const { address, now } = attempt
  const locked: string[] = []
  for (const { name: network, key, lock } of networksOfStranger(attempt))
    if (await countFailure(tx, { key, account: null }, lock, now)) locked.push(network)
  await tellLater(tx, name ?? networksOf(address).own, now)
  // Once for each lock, and not for what is tried while it holds; of made-up names nothing is told.
  if (isLocking && name !== undefined) await tellOfLock(tx, { name, ...attempt })
  for (const network of locked) await recordSignIn(tx, now, strangerAs(network), 'session.locked')
  return new Problem('session.refused')
}

const keyOf = ({ account, device }: Attempt) => (device ? `device:${device}` : account)

const count = (tx: Tx, attempt: Attempt): Promise<boolean> =>
  countFailure(tx, { key: keyOf(attempt), account: attempt.account }, accountLock, attempt.now)

/** Tries of one account take turns until the transaction ends. */
async function findLocked(tx: Tx, attempt: Attempt): Promise<Problem | undefined> {
  const { now } = attempt
  await lockAccount(tx, keyOf(attempt))
  const keys = [keyOf(attempt), ...networksOfStranger(attempt).map(({ key }) => key)]
  const lockedUntil = await findLock(tx, keys, now)
  if (!lockedUntil) return undefined
  const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
  return new Problem('request.too-many', { retryAfterSeconds })
}

type Network = { readonly name: string; readonly key: string; readonly lock: Lock }

/** A device that was in before says nothing about the network it is in. */
function networksOfStranger({ address, device, arrivalsFrom }: Attempt): readonly Network[] {
  if (device) return []
  const { own, site } = networksOf(address)
  const network = (name: string, { failures, lockSeconds }: Lock) => {
    // Behind a carrier's address thousands mistype honestly, and many more of them get in.
    const most = failures + Math.floor(arrivalsFrom(name) / 4)
    return { name, key: `address:${name}`, lock: { failures: most, lockSeconds } }
  }
  return [network(own, addressLock), ...(site ? [network(site, siteLock)] : [])]
}
