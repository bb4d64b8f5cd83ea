import { randomBytes } from 'node:crypto'
import type { Database, Tx } from '#database/open.ts'
import { findCurrentElection, replaceElection } from '#features/elections/server/queries.ts'
import { firstPasswordEnd } from '#features/session/domain.ts'
import { hashPassword } from '#features/session/server/recognise.ts'
import {
  countStaff,
  ensureFingerprint,
  ensureOrganiser,
  findNeverOpened,
  insertStaff,
  replaceFirstPassword,
} from '#features/session/server/setup-queries.ts'
import { findEase } from '#features/session/server/verify.ts'
import { record } from '#kit/server/history.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import type { Config } from './config.ts'

/** The first organiser's account, when this start has made it. */
export type FirstAccount = { readonly account: string; readonly password: string }

/**
 * Makes sure that there is an election and somebody who can sign in. Safe to run in several
 * processes at once: the fingerprint's row makes them take turns. A printed password that nobody has
 * used in time is replaced, so that nobody is shut out for good.
 * @throws Error that names SECRET when the database was set up with another one, or ADMIN_PASSWORD
 *   when it is one of those that are tried first.
 */
export async function setUp(
  database: Database,
  secrets: Secrets,
  config: Pick<Config, 'ADMIN_ACCOUNT' | 'ADMIN_PASSWORD'>,
): Promise<FirstAccount | undefined> {
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const now = new Date()
  const kept = {
    passwordHash: await hashPassword(password),
    // Whoever sets the machine up chose theirs; a printed one lies in a terminal, and in its log.
    passwordUntil: config.ADMIN_PASSWORD ? null : firstPasswordEnd(now),
  }
  return database.write(async (tx) => {
    await claim(tx, secrets)
    await ensureElection(tx)
    const ngoId = await ensureOrganiser(tx, 'Organizator')
    if ((await countStaff(tx)) > 0) {
      const waiting = await findNeverOpened(tx, now)
      if (!waiting) return undefined
      await replaceFirstPassword(tx, waiting.id, kept)
      await recordOf(tx, now, 'accounts.password-set', waiting.id)
      return { account: waiting.account, password }
    }
    const account = config.ADMIN_ACCOUNT
    if (config.ADMIN_PASSWORD) await ensureGood(config.ADMIN_PASSWORD, account)
    const id = await insertStaff(tx, { ngoId, account, ...kept, role: 'organiser' })
    await recordOf(tx, now, 'accounts.added', id, { account, role: 'organiser', ngoId })
    return { account, password }
  })
}

async function ensureGood(password: string, account: string): Promise<void> {
  if (await findEase(password, [account]))
    throw new Error('ADMIN_PASSWORD: is easy to guess: a usual one, or little beyond known names')
}

const recordOf = async (tx: Tx, at: Date, act: string, subjectId: number, after?: object) =>
  record(tx, {
    electionId: (await findCurrentElection(tx))?.id ?? null,
    at,
    actor: { role: 'server', id: null, name: 'Veghe' },
    act,
    subject: 'accounts',
    subjectId,
    after,
  })

/**
 * Makes sure that the database was set up with our secret, or never before.
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
    state: 'live',
    levelNames: ['Județ'],
    countyLevel: 1,
  })
}
