import { randomBytes } from 'node:crypto'
import type { Database, Tx } from '#database/open.ts'
import { findCurrentElection, replaceElection } from '#features/elections/server/queries.ts'
import {
  countStaff,
  ensureFingerprint,
  ensureOrganiser,
  insertStaff,
  readAccountKeys,
} from '#features/session/server/setup-queries.ts'
import { findEase } from '#features/session/server/verify.ts'
import { record } from '#kit/server/history.ts'
import { hashPassword } from '#kit/server/password.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import type { Config } from './config.ts'

/** The first organiser's account, when this start has made it. */
export type FirstAccount = {
  readonly account: string
  readonly password: string
  /** Whether others would guess it early: whoever sets the machine up may have their reasons. */
  readonly isEasy: boolean
}

/**
 * Makes sure that there is an election and somebody who can sign in. Safe to run in several
 * processes at once: the fingerprint's row makes them take turns.
 * @throws Error that names SECRET when the database was set up with another one.
 */
export async function setUp(
  database: Database,
  secrets: Secrets,
  config: Pick<Config, 'ADMIN_ACCOUNT' | 'ADMIN_PASSWORD'>,
): Promise<FirstAccount | undefined> {
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  return database.write(async (tx) => {
    await claim(tx, secrets)
    await ensureElection(tx)
    await keyAccounts(tx)
    const ngoId = await ensureOrganiser(tx)
    if ((await countStaff(tx)) > 0) return undefined
    const account = config.ADMIN_ACCOUNT
    const id = await insertStaff(tx, { ngoId, account, passwordHash, role: 'organiser' })
    await record(tx, {
      electionId: (await findCurrentElection(tx))?.id ?? null,
      at: new Date(),
      actor: { role: 'server', id: null, name: 'Veghe' },
      act: 'accounts.added',
      subject: 'accounts',
      subjectId: id,
      after: { account, role: 'organiser', ngoId },
    })
    const isEasy = (await findEase(password, [account])) !== undefined
    return { account, password, isEasy }
  })
}

/** Reads what accounts are told apart by, after an upgrade; who had to get another name stands in history. */
async function keyAccounts(tx: Tx): Promise<void> {
  for (const { id, before, after } of await readAccountKeys(tx))
    await record(tx, {
      electionId: (await findCurrentElection(tx))?.id ?? null,
      at: new Date(),
      actor: { role: 'server', id: null, name: 'Veghe' },
      act: 'accounts.renamed',
      subject: 'accounts',
      subjectId: id,
      before: { account: before },
      after: { account: after },
    })
}

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
    country: null,
    state: 'live',
    levelNames: ['Județ'],
    countyLevel: 1,
  })
}
