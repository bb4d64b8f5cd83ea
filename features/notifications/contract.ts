import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { lenientPageQuery, PageQuery, page } from '#kit/contract/page.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { filledLine, text } from '#kit/contract/value/text.ts'
import {
  deliveryStates,
  isCarried,
  knownBlanks,
  longestMessage,
  longestTitle,
  mostBytes,
  mostDaysAhead,
  mostTakeBackSeconds,
  noBlanks,
  ownBlanks,
} from './domain.ts'

const tooLong = {
  path: ['message'],
  message: `Must take, with the title, at most ${mostBytes} bytes`,
}

const sendAt = moment.describe(
  `When it goes out, at most ${mostDaysAhead} days ahead; without a zone, on the election’s own clock. The recipients are fixed when it is written.`,
)

const message = {
  /** Kept for the first system's clients: a message goes to every registered phone. */
  channel: filledLine(256).default('Firebase'),
  /** Accepted and not passed on, as in the first system: a phone shows its app's own name. */
  from: filledLine(200).optional(),
  title: filledLine(longestTitle)
    .refine(...noBlanks)
    .meta({ examples: ['Secția se închide la 21:00'] }),
  message: text(longestMessage)
    .trim()
    .min(1)
    .refine(...knownBlanks(ownBlanks))
    .describe(
      '`{name}` and `{station}` are filled in for each: the name, and the stations they are assigned to. Other blanks are refused.',
    )
    .meta({ examples: ['Rămâneți până la afișarea rezultatelor.'] }),
  key: z
    .uuid()
    .optional()
    .describe(
      'Generated once for each filled-in form: a retry with the same key is not sent again.',
    ),
  again: id('notifications')
    .optional()
    .describe(
      'The message that this one is once more: where a milestone waits for that one to be opened, opening this one does.',
    )
    .meta({ examples: [12] }),
  takeBackForSeconds: whole(0, mostTakeBackSeconds)
    .default(0)
    .describe(
      'How long it waits before anybody gets it, and can be taken back. Without it, it is sent at once.',
    ),
  sendAt: sendAt.optional().meta({ examples: ['2026-11-22 07:00'] }),
}

const observerIds = z.array(id('observers')).min(1).max(100_000)

export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.output<typeof DeliveryState>

/** Why a message did not reach an observer. */
export const DeliveryFault = z.enum([
  /** The observer has no registered phone. */
  'no-device',
  /** This installation has no provider for the observer's phone. */
  'no-provider',
  /** The observer removed the app; the registration has been deleted. */
  'device-gone',
  /** The provider does not let this installation send. */
  'not-authorised',
  /** The provider does not accept this message for this phone. */
  'refused',
  /** The provider was too busy on every try. */
  'busy',
  /** The provider did not respond on any try. */
  'unreachable',
  /** The observer was deleted, or their organisation deactivated, before the message was sent. */
  'observer-gone',
  /** The account that scheduled the message could no longer write to the observer when it was sent. */
  'sender-limited',
  /** The message was cancelled before delivery. */
  'taken-back',
  /** Another election became current before the message was sent. */
  'election-over',
  /** The server crashed repeatedly while sending. */
  'interrupted',
])
export type DeliveryFault = z.output<typeof DeliveryFault>

/** Whether the author of a waiting message may still write it, and to which recipients. */
export const SenderNow = z.enum([
  /** They may write as they did. */
  'there',
  /** The account was deleted; it goes out all the same. */
  'gone',
  /** The account is limited to counties; the message goes only to recipients in these. */
  'limited',
  /** The account may no longer write messages; the message is not delivered unless another account sends it. */
  'without-right',
])
export type SenderNow = z.output<typeof SenderNow>

/** A message as it was sent, under the names of the first system, and its progress. */
export const Notification = z.object({
  id: id('notifications'),
  title: z.string().meta({ examples: ['Secția se închide la 21:00'] }),
  channel: z.string().meta({ examples: ['Firebase'] }),
  body: z.string().meta({ examples: ['Rămâneți până la afișarea rezultatelor.'] }),
  insertedAt: instant,
  senderId: z.int().describe('The account’s id; the account may have been deleted.'),
  senderIdNgo: id('ngos'),
  senderNgoName: z.string().meta({ examples: ['Vot Curat'] }),
  senderAccount: z.string().meta({ examples: ['calin'] }),
  senderNow: SenderNow.nullable()
    .describe('Set while it waits: whether its author still has an account and may still write it.')
    .meta({ examples: [null] }),
  sentObserverIds: z
    .array(z.int())
    .describe(
      'All of them; empty if the query leaves them out. `deliveries` has the outcome for each.',
    ),
  recipients: z.int(),
  queued: z.int().describe('Of the recipients, how many are in each state.'),
  sent: z.int(),
  failed: z.int(),
  opened: z.int(),
  heldUntil: instant
    .nullable()
    .describe(
      'Set while it waits: until when it can be taken back. It has not been delivered yet.',
    ),
  sendAt: instant
    .nullable()
    .describe(
      'Set where it goes out at a set time: when it does, or did. Null: it went after it was written, or never.',
    ),
  takenBackAt: instant.nullable().describe('When it was taken back; it is not delivered.'),
  takenBackBy: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
})
export type Notification = z.output<typeof Notification>

/** A message, and the reasons for its failures. */
export const NotificationResults = Notification.extend({
  failures: z
    .array(z.object({ why: DeliveryFault, count: z.int() }))
    .describe('How many recipients in the caller’s scope it did not reach, by reason.'),
})
export type NotificationResults = z.output<typeof NotificationResults>

/** The result of a message for one of its recipients. */
export const Delivery = z.object({
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  observerPhone: z.string().meta({ examples: ['0722 000 001'] }),
  state: DeliveryState,
  why: DeliveryFault.nullable().describe('Set when it failed.'),
  at: instant.describe('When it came into its state.'),
})
export type Delivery = z.output<typeof Delivery>

export const DeliveryQuery = PageQuery.extend({ state: DeliveryState.optional() })
export type DeliveryQuery = z.output<typeof DeliveryQuery>

export const NotificationQuery = lenientPageQuery(100).extend({
  recipients: flag
    .default(true)
    .describe(
      'False leaves `sentObserverIds` empty: a response about 100 times smaller when only counts are needed.',
    ),
  key: z.uuid().optional().describe('Only the message that the caller sent with this key.'),
  waiting: flag.default(false).describe('Only those that wait, in the order in which they go out.'),
})
export type NotificationQuery = z.output<typeof NotificationQuery>

/**
 * A message was sent, or has progressed: announced a few times a second while it is being sent. Opening by
 * phones is not part of it, because thousands do, and lists carry all recipients: reload now and then.
 */
export const notificationsChanged = live({ name: 'notifications.changed', payload: z.object({}) })

/** A phone has opened a message, which may fulfil a milestone. */
export const messageOpened = live({ name: 'notifications.opened', payload: z.object({}) })

const one = z.object({ id: id('notifications') })

export const notifications = {
  send: endpoint({
    method: 'POST',
    path: '/api/v1/notification/send',
    access: 'message',
    summary: 'Sends a message to the phones of these observers; answers with how many they are',
    description:
      'Delivery follows, and each recipient has a result. If one of them does not exist, or is another organisation’s, nothing is sent.',
    body: z.object({ ...message, recipients: observerIds }).refine(isCarried, tooLong),
    reply: z.int(),
    problems: ['notification.unknown-recipients', 'thing.not-found'],
  }),
  sendAll: endpoint({
    method: 'POST',
    path: '/api/v1/notification/send/all',
    access: 'message',
    summary: 'Sends a message to the phones of all observers; answers with how many they are',
    description:
      'An organiser’s message goes to all observers, an administrator’s to those of the own organisation, including test observers.',
    body: z.object(message).refine(isCarried, tooLong),
    reply: z.int(),
    problems: ['thing.not-found'],
  }),
  reach: endpoint({
    method: 'POST',
    path: '/api/v1/notification/reach',
    access: 'message',
    summary: 'Says how many observers a message would go to, and how many have no phone registered',
    description: 'Changes nothing; it is a POST because recipients may be too many for an address.',
    body: z.object({ recipients: observerIds.optional() }),
    reply: z.object({
      recipients: z.int(),
      withoutDevice: z.int(),
      hasProvider: z
        .boolean()
        .describe(
          'False where no provider is set up: every recipient would fail with `no-provider`.',
        ),
      sample: z
        .object({
          name: z.string().meta({ examples: ['Ioana Pop'] }),
          station: z.string().meta({ examples: ['Dej 12'] }),
        })
        .nullable()
        .describe('The values of the blanks for the first recipient; null: no recipients.'),
    }),
    problems: ['notification.unknown-recipients'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/notification/get/all',
    access: 'read',
    summary: 'Lists the messages that were sent or wait, by when they went or go, newest first',
    description: 'An organiser sees all of them, an administrator those of the own organisation.',
    query: NotificationQuery,
    reply: page(Notification),
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/v1/notification/:id',
    access: 'read',
    summary: 'Shows a message that was sent, and how far it has come',
    params: one,
    reply: NotificationResults,
    problems: ['thing.not-found'],
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/v1/notification/:id/deliveries',
    access: 'read',
    summary: 'Lists the deliveries of a message by recipient name',
    params: one,
    query: DeliveryQuery,
    reply: page(Delivery),
    problems: ['thing.not-found'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/v1/notification/:id/retry',
    access: 'message',
    summary: 'Sends a message again to those it failed for; answers with how many they are',
    params: one,
    reply: z.int(),
    problems: ['thing.not-found'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v1/notification/:id/take-back',
    access: 'message',
    summary: 'Takes back a message that still waits, before it is delivered',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found', 'notification.not-waiting'],
  }),
  sendNow: endpoint({
    method: 'POST',
    path: '/api/v1/notification/:id/send-now',
    access: 'message',
    summary: 'Sends a message that still waits at once: it can no longer be taken back',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found', 'notification.not-waiting'],
  }),
  reschedule: endpoint({
    method: 'POST',
    path: '/api/v1/notification/:id/reschedule',
    access: 'message',
    summary: 'Changes when a message goes out that still waits',
    params: one,
    body: z.object({ sendAt }),
    reply: z.object({}),
    problems: ['thing.not-found', 'notification.not-waiting'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/v1/notification/opened',
    access: 'observer',
    summary: 'Says that the observer has opened a message on their phone',
    description: 'The message carries its `notificationId` among its data. May be said twice.',
    body: z.object({ notificationId: id('notifications') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
