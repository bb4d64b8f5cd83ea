import * as z from 'zod'
import { Code, PasskeyProof, PasskeyQuestion } from '#features/factors/contract.ts'
import { Duty } from '#kit/contract/duty.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { isWebChannel, readSubscription } from '#kit/contract/push.ts'
import { Right, Role } from '#kit/contract/roles.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine, line, text } from '#kit/contract/value/text.ts'

/** The body of a sign-in. Phones send one of the last three fields, staff none. */
export const Credentials = z.object({
  user: line(200)
    .min(1)
    .meta({ examples: ['ana'] })
    .describe('A staff account, or an observer’s phone.'),
  password: text(200)
    .min(1)
    .meta({ examples: ['parola mea de organizator'] })
    .describe('A staff password, or an observer’s pin. Spaces in it count.'),
  uniqueId: line(500).nullish().describe('Version 1 of the phones’ call: the phone’s own mark.'),
  channelName: line(256)
    .nullish()
    .describe('Version 2: the push channel and its token, registered along with the sign-in.'),
  fcmToken: line(4096).nullish(),
  code: Code.nullish().describe(
    'Of the authenticator app, or a recovery code, where one is wanted.',
  ),
})
export type Credentials = z.output<typeof Credentials>

/** A token to send as `Authorization: Bearer …`; the names are the first system's. */
export const Token = z.object({
  access_token: z
    .string()
    .meta({ examples: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2VtbmF0dXJh'] }),
  expires_in: z
    .int()
    .meta({ examples: [43200] })
    .describe('Seconds until it expires.'),
})

/** What a screen knows about its user. */
export const Me = z.object({
  account: z.string().meta({ examples: ['ana'] }),
  role: z.enum([...Role.options, 'observer']),
  rights: z
    .array(Right)
    .describe(
      'What they may; an observer has none of these. While they look at an archived election, what changes nothing in it.',
    ),
  counties: z
    .array(
      z.object({
        code: z.string().meta({ examples: ['CJ'] }),
        name: z.string().meta({ examples: ['Cluj'] }),
      }),
    )
    .nullable()
    .describe(
      'The counties they are limited to, perhaps none of this election; null: not limited.',
    ),
  ngoId: z.int(),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  failedBefore: z
    .object({ count: z.int().meta({ examples: [3] }), from: instant })
    .nullable()
    .describe('How often the account was tried in vain before this sign-in, and since when.'),
  owes: Duty.nullable().describe(
    'What they have to do before anything else: until then every other call answers `session.owes`.',
  ),
  seesEveryNgo: z
    .boolean()
    .describe('Theirs is the organiser’s own organisation, which sees every one’s observers.'),
})
export type Me = z.output<typeof Me>

/** A phone's address for push messages; names stand in the query or in the body (wire.md 2.7). */
export const DeviceDraft = z
  .object({
    channelName: filledLine(256).meta({ examples: ['Firebase'] }),
    token: filledLine(4096)
      .meta({ examples: ['fcm-3f7a9c52d1'] })
      .describe('For a browser, on the channel `web`, its subscription as JSON.'),
  })
  .refine(({ channelName, token }) => !isWebChannel(channelName) || readSubscription(token), {
    path: ['token'],
    message: 'Must be a push subscription, as JSON',
  })
export type DeviceDraft = z.output<typeof DeviceDraft>

/** Long rather than complicated; spaces in it count. Common passwords are refused as well. */
export const Password = text(200)
  .min(10)
  .meta({ examples: ['o parolă lungă'] })

/** The state of a lock before staff unlocked an account, or gave it a new secret. */
export const Unlocked = z.object({
  wasLocked: z.boolean().describe('Failed sign-ins had locked it; now it is unlocked.'),
})

/** Failed sign-ins have locked an account; the reloaded list shows whose. */
export const accountLocked = live({ name: 'session.account-locked', payload: z.object({}) })

/** Passwords are being guessed, with more attempts since the last event; the call returns how many. */
export const signInsTried = live({ name: 'session.sign-ins-tried', payload: z.object({}) })

/** A session of the caller's account. */
export const OwnSession = z.object({
  id: z.uuid().meta({ examples: ['8b0f4b1e-6d0c-4f5e-9a51-0d6f3c1f2a77'] }),
  begunAt: instant,
  seenAt: instant.describe('When it was last active, to some minutes.'),
  expiresAt: instant,
  address: z
    .string()
    .nullable()
    .meta({ examples: ['203.0.113.7'] }),
  browser: z
    .string()
    .nullable()
    .meta({ examples: ['Firefox'] }),
  system: z
    .string()
    .nullable()
    .meta({ examples: ['Windows'] }),
  isThis: z.boolean().describe('The caller’s session.'),
})
export type OwnSession = z.output<typeof OwnSession>

/** A proof that the caller is still the person who signed in. */
export const Confirmation = z
  .object({
    password: text(200)
      .meta({ examples: ['parola mea de organizator'] })
      .optional(),
    code: Code.optional(),
    passkey: PasskeyProof.optional(),
  })
  .refine(({ password, code, passkey }) => password || code || passkey, {
    path: ['password'],
    message: 'Must say a password, a code or a passkey',
  })

const authorize = {
  method: 'POST',
  access: 'anyone',
  body: Credentials,
  reply: Token,
  problems: [
    'session.refused',
    'session.code-needed',
    'session.password-expired',
    'request.too-many',
  ],
  // Whether the phone is a known device is in the body: only then is its importance known.
  importance: 'report',
  headers: {
    'set-cookie': {
      description: 'Of the staff: makes this browser known to the account. It opens nothing.',
      example: 'veghe-device-Zk3v=…; HttpOnly',
    },
  },
} as const

/** What an account with any pending duty needs in order to fulfil it. */
const allowedWithDuty = Duty.options

export const session = {
  authorizeV1: endpoint({
    ...authorize,
    path: '/api/v1/access/authorize',
    summary: 'Signs an observer in on their phone',
  }),
  authorize: endpoint({
    ...authorize,
    path: '/api/v2/access/authorize',
    summary: 'Signs in an account of staff, or an observer on their phone',
    description:
      'The other fields of the body decide which: a phone sends its `uniqueId` or its `channelName` and `fcmToken`. After repeated failures an account has to wait. The session of the staff whose token comes along ends. Staff who sign in with a password that another chose for them have to choose their own first: see `owes` of `GET /api/v1/access/me`.',
  }),
  passkeyQuestion: endpoint({
    method: 'GET',
    path: '/api/v1/access/passkey',
    access: 'anyone',
    summary: 'Returns the challenge for signing in with a passkey',
    reply: PasskeyQuestion,
  }),
  authorizeByPasskey: endpoint({
    method: 'POST',
    path: '/api/v1/access/passkey',
    access: 'anyone',
    summary: 'Signs in an account of staff by a passkey, without a password',
    description: 'Also while wrong passwords have locked the account.',
    body: z.object({ passkey: PasskeyProof }),
    reply: Token,
    problems: ['session.refused'],
  }),
  confirmQuestion: endpoint({
    method: 'GET',
    path: '/api/v1/access/confirm',
    access: 'staff',
    allowedWithDuty,
    summary: 'Returns the challenge for confirming a dangerous act with a passkey',
    reply: PasskeyQuestion,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/v1/access/confirm',
    access: 'staff',
    allowedWithDuty,
    summary: 'Proves the caller’s identity again, before a dangerous act',
    description:
      'By the password, a code of the authenticator app, or a passkey. Only the new token counts as confirmed; the former ends within a minute.',
    body: Confirmation,
    reply: Token,
    problems: ['session.refused', 'request.too-many'],
  }),
  tries: endpoint({
    method: 'GET',
    path: '/api/v1/access/tries',
    access: 'observers',
    summary: 'Says whether passwords or pins are being guessed now, and how much',
    description: 'Of the last five minutes, and of the whole installation.',
    reply: z.object({
      isGuessing: z
        .boolean()
        .describe('More sign-ins fail than people mistype, however many of them sign in.'),
      failed: z.int().meta({ examples: [4_210] }),
      compared: z
        .int()
        .meta({ examples: [96] })
        .describe('How many of them were compared: the others were locked, or turned away.'),
      networks: z
        .int()
        .meta({ examples: [311] })
        .describe('From how many networks; several processes may know of some five thousand each.'),
      refusedReports: z
        .int()
        .meta({ examples: [0] })
        .describe('Calls of phones that were shed meanwhile; phones retry them.'),
    }),
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/v1/access/renew',
    access: 'staff',
    confirmed: true,
    summary: 'Extends the session by its full length; answers with its new token',
    reply: Token,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/v1/access/sessions',
    access: 'staff',
    summary: 'Lists the caller’s sessions',
    reply: z.array(OwnSession),
  }),
  endOne: endpoint({
    method: 'DELETE',
    path: '/api/v1/access/sessions/:id',
    access: 'staff',
    changing: 'caller',
    summary: 'Ends a session of the caller, at once',
    params: OwnSession.pick({ id: true }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/api/v1/access/sessions/end-others',
    access: 'staff',
    summary: 'Ends all other sessions of the caller; answers with how many',
    reply: z.int(),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/access/me',
    access: 'signed-in',
    peopleOnly: true,
    allowedWithDuty,
    summary: 'Says who is signed in, and for which organisation',
    reply: Me,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/v1/access/sign-out',
    access: 'signed-in',
    changing: 'caller',
    allowedWithDuty,
    summary: 'Ends this token at once, on every process',
    reply: z.object({}),
  }),
  registerDevice: endpoint({
    method: 'POST',
    path: '/api/v1/notification/register',
    access: 'observer',
    summary: 'Registers the phone’s address for push messages',
    description: 'Of the observer who calls, whatever id the body names.',
    body: DeviceDraft,
    reply: z.object({}),
  }),
}
