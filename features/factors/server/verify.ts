import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { PasskeyProof, PasskeyQuestion, PasskeyRegistration } from '../contract.ts'
import { isAppCode, plainCode } from '../domain.ts'
import { lockPasskey, touchPasskey } from './passkey-queries.ts'
import { findAuthenticator, spendChallenge, spendRecoveryCode, spendStep } from './queries.ts'

/** Imported with the first passkey: it is half a megabyte of program, kept in memory from then on. */
const webauthn = () => import('@simplewebauthn/server')

/** The dependencies of a check. */
type Checking = { readonly db: Tx; readonly now: Date; readonly origin: string }

/** How long a passkey may take to answer, in milliseconds. */
export const answerMs = 5 * 60_000

/** The authenticator app of an account, as both sides compute its codes. */
export const appOf = (secret: string, account: string): TOTP =>
  new TOTP({ issuer: 'Veghe', label: account, secret: Secret.fromBase32(secret) })

/** The time step this code belongs to, now or one before or after: clocks differ. */
export function stepOf(app: TOTP, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = app.validate({ token: plainCode(code), timestamp, window: 1 })
  return delta === null ? undefined : app.counter({ timestamp }) + delta
}

/**
 * Whether the code is from the account's authenticator app, or one of its recovery codes; either counts once.
 * Without an app there is no code.
 */
export async function isCode(
  secrets: Secrets,
  { db, now }: Omit<Checking, 'origin'>,
  staffId: Id<'staff'>,
  typed: string,
): Promise<boolean> {
  const code = plainCode(typed)
  if (!isAppCode(code)) return spendRecoveryCode(db, staffId, secrets.digest(code))
  const known = await findAuthenticator(db, staffId)
  const secret = known && secrets.unseal(known.secret)
  if (secret === undefined) return false
  const step = stepOf(appOf(secret, ''), code, now)
  return step !== undefined && spendStep(db, staffId, step)
}

/** The subject of a challenge: a stranger who signs in, or a signed-in user. */
export type ChallengeSubject = 'sign-in' | Id<'staff'>

const hostOf = (origin: string) => new URL(origin).hostname

/** A challenge that only we can have issued, and that is not stored until it is answered. */
export function challengeFor(secrets: Secrets, subject: ChallengeSubject, now: Date): string {
  const question = `${randomBytes(24).toString('base64url')}.${now.getTime() + answerMs}`
  const signed = `${question}.${secrets.signLink(`passkey ${subject} ${question}`)}`
  return Buffer.from(signed).toString('base64url')
}

/** Whether the answered challenge was ours, for this caller, recent, and answered for the first time. */
async function isOurs(
  secrets: Secrets,
  { db, now }: Checking,
  subject: ChallengeSubject,
  challenge: string,
) {
  const [nonce = '', until = '', signature] = Buffer.from(challenge, 'base64url')
    .toString()
    .split('.')
  const question = `${nonce}.${until}`
  if (signature !== secrets.signLink(`passkey ${subject} ${question}`)) return false
  const expiresAt = new Date(Number(until))
  return expiresAt > now && spendChallenge(db, challenge, expiresAt, now)
}

/** The options a browser passes to its passkeys. */
export function askPasskey(
  secrets: Secrets,
  { now, origin }: Pick<Checking, 'now' | 'origin'>,
  subject: ChallengeSubject,
): z.output<typeof PasskeyQuestion> {
  const challenge = challengeFor(secrets, subject, now)
  return { challenge, rpId: hostOf(origin), userVerification: 'required', timeout: answerMs }
}

/** The owner of the passkey that answered our challenge; undefined if none did, or not well enough. */
export async function provePasskey(
  secrets: Secrets,
  checking: Checking,
  subject: ChallengeSubject,
  proof: PasskeyProof,
): Promise<Id<'staff'> | undefined> {
  const known = await lockPasskey(checking.db, proof.id)
  if (!known || (subject !== 'sign-in' && known.staffId !== subject)) return undefined
  const { id, staffId, credentialId, publicKey, counter } = known
  const { verifyAuthenticationResponse } = await webauthn()
  const result = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} },
    expectedChallenge: (challenge) => isOurs(secrets, checking, subject, challenge),
    expectedOrigin: new URL(checking.origin).origin,
    expectedRPID: hostOf(checking.origin),
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
    // Malformed answers, and a counter that fell behind, throw.
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  await touchPasskey(checking.db, id, result.authenticationInfo.newCounter, checking.now)
  return staffId
}

/** The stored part of a new passkey; undefined when it does not answer our challenge. */
export async function readRegistration(
  secrets: Secrets,
  checking: Checking,
  staffId: Id<'staff'>,
  response: PasskeyRegistration,
) {
  const { verifyRegistrationResponse } = await webauthn()
  const result = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => isOurs(secrets, checking, staffId, challenge),
    expectedOrigin: new URL(checking.origin).origin,
    expectedRPID: hostOf(checking.origin),
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter }
}
