import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { isWebChannel, readSubscription } from '#kit/contract/push.ts'
import { filledLine, line, text } from '#kit/contract/text.ts'

/** What a sign-in screen or a phone sends. Which of the last three is there tells phones from staff. */
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

/** What a screen knows of the person before it. */
export const Me = z.object({
  account: z.string().meta({ examples: ['ana'] }),
  role: z.enum(['organiser', 'ngo-administrator', 'observer']),
  ngoId: z.int(),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
})
export type Me = z.output<typeof Me>

/** A phone's address for push messages; names stand in the query or in the body (wire.md 2.7). */
export const DeviceDraft = z
  .object({
    channelName: filledLine(256).meta({ examples: ['Firebase'] }),
    token: filledLine(4096)
      .meta({ examples: ['fcm-3f7a9c52d1'] })
      .describe("A browser's, on the channel `web`, is its subscription as JSON."),
  })
  .refine(({ channelName, token }) => !isWebChannel(channelName) || readSubscription(token), {
    path: ['token'],
    message: 'Must be a push subscription, as JSON',
  })
export type DeviceDraft = z.output<typeof DeviceDraft>

const authorize = {
  method: 'POST',
  access: 'anyone',
  body: Credentials,
  reply: Token,
  problems: ['session.refused', 'request.too-many'],
} as const

export const session = {
  authorizeV1: endpoint({
    ...authorize,
    path: '/api/v1/access/authorize',
    summary: 'Signs an observer in on their phone',
  }),
  authorize: endpoint({
    ...authorize,
    path: '/api/v2/access/authorize',
    summary: 'Signs in somebody of the staff, or an observer on their phone',
    description:
      'Which of them is told by what the body says beside `user` and `password`: a phone says its `uniqueId` or its `channelName` and `fcmToken`. After repeated failures an account has to wait.',
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/access/me',
    access: 'signed-in',
    summary: 'Says who is signed in, and for which organisation',
    reply: Me,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/v1/access/sign-out',
    access: 'signed-in',
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
