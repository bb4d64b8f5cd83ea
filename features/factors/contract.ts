import * as z from 'zod'
import { Duty } from '#kit/contract/duty.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine, line } from '#kit/contract/value/text.ts'

/** A device that proves its owner by itself, with a name they gave it. */
export const Passkey = z.object({
  id: id('passkeys'),
  name: z.string().meta({ examples: ['Telefonul meu'] }),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** The second factors of an account. */
export const Factors = z.object({
  authenticatorSince: instant
    .nullable()
    .describe('Since when sign-in requires a code of an authenticator app; null: it does not.'),
  recoveryCodes: z.int().describe('How many recovery codes are left.'),
  passkeys: z.array(Passkey),
})
export type Factors = z.output<typeof Factors>

/** A code of an authenticator app, or a recovery code, as people type it. */
export const Code = line(40)
  .min(6)
  .meta({ examples: ['492039'] })

const base64url = z
  .string()
  .min(1)
  .max(8000)
  .regex(/^[\w-]+$/)
  .meta({ examples: ['dGVzdA'] })

/** A passkey's response, as WebAuthn encodes it in JSON. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
}

export const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
})
export type PasskeyRegistration = z.output<typeof PasskeyRegistration>

export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
})
export type PasskeyProof = z.output<typeof PasskeyProof>

/** The options a browser passes to its passkeys; how long they may take, in milliseconds. */
export const PasskeyQuestion = z.object({
  challenge: base64url,
  rpId: z.string().meta({ examples: ['veghe.example'] }),
  userVerification: z.literal('required'),
  timeout: z.int().meta({ examples: [300000] }),
})

/** The options for creating a passkey. */
export const PasskeyRequest = z.object({
  challenge: base64url,
  rp: z.object({
    id: z.string().meta({ examples: ['veghe.example'] }),
    name: z.string().meta({ examples: ['Veghe'] }),
  }),
  user: z.object({
    id: base64url,
    name: z.string().meta({ examples: ['ana'] }),
    displayName: z.string().meta({ examples: ['ana'] }),
  }),
  pubKeyCredParams: z.array(
    z.object({ type: z.literal('public-key'), alg: z.int().meta({ examples: [-7] }) }),
  ),
  timeout: z.int().meta({ examples: [300000] }),
  excludeCredentials: z.array(z.object({ id: base64url, type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

const RecoveryCodes = z.object({
  recoveryCodes: z
    .array(z.string().meta({ examples: ['k4mp-7wqx-n2ht-8r3v-c6zd-m9bk-h5'] }))
    .describe('Shown this once. Each replaces a code once.'),
})

/** The rule on second factors for all staff. */
export const FactorRule = z.object({
  wantedSince: instant.nullable().describe('Null: second factors are optional.'),
  without: z.int().describe('How many accounts have none.'),
})
export type FactorRule = z.output<typeof FactorRule>

/** Also allowed while setting one up is a pending duty. */
const allowedWithDuty = ['set-up-factor'] as const

const authenticator = '/api/v1/access/factors/authenticator'

export const factors = {
  own: endpoint({
    method: 'GET',
    path: '/api/v1/access/factors',
    access: 'staff',
    // Also used by the challenge before a dangerous act.
    allowedWithDuty: Duty.options,
    summary: 'Lists the caller’s second factors',
    reply: Factors,
  }),
  newAuthenticator: endpoint({
    method: 'GET',
    path: `${authenticator}/new`,
    access: 'staff',
    allowedWithDuty,
    summary: 'Makes a secret for an authenticator app, valid once a code of it is confirmed',
    reply: z.object({
      secret: z.string().meta({ examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
      uri: z.string().meta({ examples: ['otpauth://totp/Veghe:ana?issuer=Veghe&secret=JBSW'] }),
    }),
  }),
  turnOn: endpoint({
    method: 'POST',
    path: authenticator,
    access: 'staff',
    allowedWithDuty,
    confirmed: true,
    summary: 'Requires a code of the authenticator app with this secret at sign-in',
    description: 'An earlier app counts no more, nor do earlier recovery codes.',
    body: z.object({
      secret: z
        .string()
        .regex(/^[A-Z2-7]{32}$/)
        .meta({ examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
      code: Code,
    }),
    reply: RecoveryCodes,
    problems: ['factor.code-wrong'],
  }),
  turnOff: endpoint({
    method: 'DELETE',
    path: authenticator,
    access: 'staff',
    confirmed: true,
    summary: 'No longer requires a code at sign-in',
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/v1/access/factors/recovery-codes',
    access: 'staff',
    confirmed: true,
    summary: 'Makes new recovery codes, which replace earlier ones',
    reply: RecoveryCodes,
    problems: ['thing.not-found'],
  }),
  newPasskey: endpoint({
    method: 'GET',
    path: '/api/v1/access/passkeys/new',
    access: 'staff',
    allowedWithDuty,
    summary: 'Returns the options for creating a passkey',
    reply: PasskeyRequest,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/access/passkeys',
    access: 'staff',
    allowedWithDuty,
    confirmed: true,
    summary: 'Adds a passkey for signing in without a password; answers with its id',
    body: z.object({
      name: filledLine(80).meta({ examples: ['Telefonul meu'] }),
      passkey: PasskeyRegistration,
    }),
    reply: z.int(),
    problems: ['factor.passkey-refused'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/v1/access/passkeys/:id',
    access: 'staff',
    confirmed: true,
    summary: 'Removes a passkey of the caller',
    params: z.object({ id: id('passkeys') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  rule: endpoint({
    method: 'GET',
    path: '/api/v1/access/factors/rule',
    access: 'set-up',
    summary:
      'Says whether everybody of the staff must have a second factor, and how many have none',
    reply: FactorRule,
  }),
  setRule: endpoint({
    method: 'PUT',
    path: '/api/v1/access/factors/rule',
    access: 'set-up',
    confirmed: true,
    summary: 'Requires a second factor of all staff, or no longer',
    description:
      'An authenticator app or a passkey. Who signs in without one sets one up first; open sessions go on. Only an account that has one may require it.',
    body: z.object({ isWanted: z.boolean() }),
    reply: z.object({}),
    problems: ['factor.own-first'],
  }),
  takeAway: endpoint({
    method: 'DELETE',
    path: '/api/v1/staff/:id/factors',
    access: 'accounts',
    confirmed: true,
    summary: 'Removes the authenticator app and passkeys of a colleague who has lost their phone',
    description: 'From then on their password is enough. They are told by mail.',
    params: z.object({ id: id('staff') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
