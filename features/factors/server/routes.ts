import { randomInt } from 'node:crypto'
import { Secret } from 'otpauth'
import { wantFactors } from '#features/installation/server/installation-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Staff } from '#kit/contract/who.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { factors } from '../contract.ts'
import { makeRecoveryCode, plainCode, recoveryCodeCount } from '../domain.ts'
import { enqueueFactorEmail } from './emails.ts'
import { deletePasskeys, insertPasskey, listCredentialIds } from './passkey-queries.ts'
import {
  deleteAuthenticator,
  findAccount,
  findAuthenticator,
  getFactors,
  getRule,
  replaceAuthenticator,
  replaceRecoveryCodes,
} from './queries.ts'
import { answerMs, appOf, challengeFor, readRegistration, stepOf } from './verify.ts'

/** -7 and -257: every passkey supports one of them. */
const algorithms = [-7, -257]

export function factorRoutes(server: Server, secrets: Secrets): void {
  serve(server, factors.own, ({ db, who }) => getFactors(db, who.id))
  authenticatorRoutes(server, secrets)
  passkeyRoutes(server, secrets)
  ruleRoutes(server)

  serve(server, factors.takeAway, async (call) => {
    const { db, who, params } = call
    const found = await findAccount(db, who, params.id)
    if (!found) throw new Problem('thing.not-found')
    const hadApp = await deleteAuthenticator(db, found.id)
    const passkeys = await deletePasskeys(db, found.id)
    if (!hadApp && passkeys.length === 0) throw new Problem('thing.not-found')
    const { electionId } = who.scope
    if (found.email && found.id !== who.id)
      await enqueueFactorEmail(db, {
        electionId,
        staffId: found.id,
        what: 'taken-away',
        by: who.name,
      })
    const before = { account: found.account, authenticator: hadApp, passkeys }
    await recordBy(call, { act: 'factors.taken-away', ...of(found.id), before })
    return {}
  })
}

function ruleRoutes(server: Server): void {
  serve(server, factors.rule, ({ db }) => getRule(db))

  serve(server, factors.setRule, async (call) => {
    const { db, who, body, now } = call
    const { authenticatorSince, passkeys } = await getFactors(db, who.id)
    // An account that requires second factors must have one.
    if (body.isWanted && authenticatorSince === null && passkeys.length === 0)
      throw new Problem('factor.own-first')
    if (!(await wantFactors(db, body.isWanted, now))) return {}
    const act = body.isWanted ? 'factors.wanted' : 'factors.no-longer-wanted'
    await recordBy(call, { act, subject: 'accounts', subjectId: null })
    return {}
  })
}

const of = (subjectId: number) => ({ subject: 'accounts', subjectId })

function authenticatorRoutes(server: Server, secrets: Secrets): void {
  serve(server, factors.newAuthenticator, async ({ who }) => {
    const secret = new Secret({ size: 20 }).base32
    return { secret, uri: appOf(secret, who.name).toString() }
  })

  serve(server, factors.turnOn, async (call) => {
    const { db, who, body, now } = call
    const lastStep = stepOf(appOf(body.secret, who.name), body.code, now)
    if (lastStep === undefined) throw new Problem('factor.code-wrong')
    const secret = secrets.seal(body.secret)
    await replaceAuthenticator(db, who.id, { secret, since: now, lastStep })
    await recordBy(call, { act: 'factors.turned-on', ...of(who.id) })
    return { recoveryCodes: await makeRecoveryCodes(secrets, call) }
  })

  serve(server, factors.turnOff, async (call) => {
    const { db, who } = call
    if (!(await deleteAuthenticator(db, who.id))) throw new Problem('thing.not-found')
    await recordBy(call, { act: 'factors.turned-off', ...of(who.id) })
    return {}
  })

  serve(server, factors.renewRecoveryCodes, async (call) => {
    const { db, who } = call
    if (!(await findAuthenticator(db, who.id))) throw new Problem('thing.not-found')
    await recordBy(call, { act: 'factors.recovery-codes-renewed', ...of(who.id) })
    return { recoveryCodes: await makeRecoveryCodes(secrets, call) }
  })
}

async function makeRecoveryCodes(
  secrets: Secrets,
  { db, who }: ActorCall & { readonly who: Staff },
) {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    makeRecoveryCode((below) => randomInt(below)),
  )
  const digests = codes.map((code) => secrets.digest(plainCode(code)))
  await replaceRecoveryCodes(db, who.id, digests)
  return codes
}

function passkeyRoutes(server: Server, secrets: Secrets): void {
  serve(server, factors.newPasskey, async ({ db, who, now, origin }) => {
    const known = await listCredentialIds(db, who.id)
    return {
      challenge: challengeFor(secrets, who.id, now),
      rp: { id: new URL(origin).hostname, name: 'Veghe' },
      user: {
        // The same each time, so that a device keeps one passkey per account.
        id: Buffer.from(`staff ${who.id}`).toString('base64url'),
        name: who.name,
        displayName: who.name,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: answerMs,
      excludeCredentials: known.map((id) => ({ id, type: 'public-key' as const })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    }
  })

  serve(server, factors.addPasskey, async (call) => {
    const { db, who, body, now } = call
    const { name } = body
    const made = await readRegistration(secrets, call, who.id, body.passkey)
    if (!made) throw new Problem('factor.passkey-refused')
    const id = await insertPasskey(db, who.id, { name, ...made, createdAt: now })
    await recordBy(call, { act: 'factors.passkey-added', ...of(who.id), after: { name } })
    return id
  })

  serve(server, factors.removePasskey, async (call) => {
    const { db, who, params } = call
    const [name] = await deletePasskeys(db, who.id, params.id)
    if (name === undefined) throw new Problem('thing.not-found')
    await recordBy(call, { act: 'factors.passkey-removed', ...of(who.id), before: { name } })
    return {}
  })
}
