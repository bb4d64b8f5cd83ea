import { randomBytes } from 'node:crypto'
import type { Database, Tx } from '#database/open.ts'
import { setPassword } from '#features/accounts/server/queries.ts'
import {
  countStaff,
  ensureOrganiser,
  findUnclaimed,
  insertStaff,
  readAccountKeys,
} from '#features/accounts/server/setup-queries.ts'
import { callPauses } from '#features/elections/pause-domain.ts'
import { findCurrentElection, replaceElection } from '#features/elections/server/queries.ts'
import { ensureFingerprint } from '#features/installation/server/installation-queries.ts'
import { firstPasswordEnd } from '#features/session/domain.ts'
import { findEase } from '#features/session/server/sign-in/verify.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { record } from '#kit/server/history/history.ts'
import { hashPassword } from '#kit/server/security/password.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { Config } from './config.ts'

/** The first organiser's account, if this start has created it. */
export type FirstAccount = {
  readonly account: string
  readonly password: string
  /** Whether its password is easy to guess. Allowed: the operator may have reasons. */
  readonly isEasy: boolean
}

/**
 * Ensures that there is an election and an account that can sign in. Safe to run in several processes at
 * once: the fingerprint's row serialises them. A first password that was not used in time is replaced.
 * @throws Error that names SECRET when the database was set up with another one.
 */
export async function setUp(
  database: Database,
  secrets: Secrets,
  config: Pick<Config, 'ADMIN_ACCOUNT' | 'ADMIN_PASSWORD'>,
): Promise<FirstAccount | undefined> {
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  // A generated one is for the first sign-in only: reading the log later is of no use.
  const now = new Date()
  const passwordUntil = config.ADMIN_PASSWORD === undefined ? firstPasswordEnd(now) : null
  const secret = { passwordHash, passwordUntil }
  return database.write(async (tx) => {
    await claim(tx, secrets)
    await ensureElection(tx)
    await keyAccounts(tx)
    const ngoId = await ensureOrganiser(tx)
    const read = async (account: string): Promise<FirstAccount> => ({
      account,
      password,
      isEasy: (await findEase(password, [account])) !== undefined,
    })
    const unclaimed = await findUnclaimed(tx, now)
    if (unclaimed) {
      await setPassword(tx, unclaimed.id, secret)
      await recordOf(tx, unclaimed.id, { act: 'accounts.password-set' })
      return read(unclaimed.account)
    }
    if ((await countStaff(tx)) > 0) return undefined
    const account = config.ADMIN_ACCOUNT ?? madeUpAccount()
    const id = await insertStaff(tx, { ngoId, account, ...secret, role: 'organiser' })
    const after = { account, role: 'organiser', ngoId }
    await recordOf(tx, id, { act: 'accounts.added', after })
    return read(account)
  })
}

/** The first account's name must not be predictable: names are guessed first. */
const madeUpAccount = () => `organizator-${randomBytes(3).toString('hex')}`

/** Records in history what a start does to accounts. */
const recordOf = async (
  tx: Tx,
  subjectId: Id<'staff'>,
  act: { readonly act: string; readonly before?: object; readonly after?: object },
): Promise<void> =>
  record(tx, {
    electionId: (await findCurrentElection(tx))?.id ?? null,
    at: new Date(),
    actor: { role: 'server', id: null, name: 'Veghe' },
    subject: 'accounts',
    subjectId,
    ...act,
  })

/** Computes the keys accounts are compared by, after an upgrade; a renamed account is recorded in history. */
async function keyAccounts(tx: Tx): Promise<void> {
  for (const { id, before, after } of await readAccountKeys(tx))
    await recordOf(tx, id, {
      act: 'accounts.renamed',
      before: { account: before },
      after: { account: after },
    })
}

/**
 * Ensures that the database was set up with our secret, or never before.
 * @throws Error that names SECRET.
 */
export async function claim(tx: Tx, secrets: Secrets): Promise<void> {
  const known = await ensureFingerprint(tx, secrets.fingerprint)
  if (known !== secrets.fingerprint)
    throw new Error('SECRET: differs from the one this database was set up with')
}

async function ensureElection(tx: Tx): Promise<void> {
  if (await findCurrentElection(tx)) return
  await replaceElection(tx, {
    name: 'Alegeri',
    day: new Date().toISOString().slice(0, 10),
    timezone: 'Europe/Bucharest',
    country: null,
    callPauseMinutes: callPauses.usual,
    state: 'live',
    levelNames: ['Județ'],
    countyLevel: 1,
  })
}
