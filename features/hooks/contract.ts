import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { hookKinds, sendingFaults, testKind } from './domain.ts'

const address = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((url) => !/^https?:[/]{2}[^/?#]*@/i.test(url), 'Must not have a password')
  .meta({ examples: ['https://sheets.example/veghe'] })

/** What a hook sends, and where to. */
export const HookDraft = z.object({
  address: address.describe('With https. It must not lead into a private network.'),
  kinds: z
    .array(z.enum(hookKinds))
    .min(1)
    .max(hookKinds.length)
    .meta({ examples: [['answer.flagged', 'incident.opened']] }),
  ngoId: id('ngos')
    .nullable()
    .default(null)
    .describe('Only events of this organisation; null: of all.'),
  countyCodes: z
    .array(filledLine(256).meta({ examples: ['CJ'] }))
    .min(1)
    .max(1000)
    .nullable()
    .default(null)
    .describe('Only events in these counties; null: all.'),
})

/** A program that hears of events. */
const Hook = HookDraft.extend({
  id: id('hooks'),
  offSince: instant.nullable(),
  offReason: z
    .enum(['staff', 'gone', 'failing'])
    .nullable()
    .describe('Why it is off: staff did it, the receiver answered 410, or days of failure.'),
  failingSince: instant.nullable().describe('Since when nothing has arrived.'),
  previousUntil: instant.nullable().describe('Until when the previous secret signs as well.'),
  waiting: z.int().describe('Deliveries that are still to come.'),
  madeBy: z.string().meta({ examples: ['ana'] }),
  madeAt: instant,
})
export type Hook = z.output<typeof Hook>

/** The last attempt to deliver an event. */
const Delivery = z.object({
  id: id('hookDeliveries'),
  messageId: z.string().meta({ examples: ['7c0f4d1e-6a2b-4a0f-9d55-1f2f5f0c8d11'] }),
  kind: z.enum([...hookKinds, testKind]),
  madeAt: instant,
  tries: z.int(),
  dueAt: instant.nullable().describe('When it is tried next; null: it arrived, or was given up.'),
  triedAt: instant.nullable(),
  tookMs: z.int().nullable(),
  status: z.int().nullable(),
  fault: z.enum(sendingFaults).nullable().describe('Why there was no answer.'),
  reply: z
    .string()
    .meta({ examples: ['ok'] })
    .describe('The beginning of the receiver’s reply.'),
})
export type Delivery = z.output<typeof Delivery>

const Secret = z
  .string()
  .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] })
  .describe('Shown only now.')

/** A hook was added, changed or switched off. */
export const hooksChanged = live({ name: 'hooks.changed', payload: z.object({}) })

const one = z.object({ id: id('hooks') })

export const hooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/hook',
    access: 'set-up',
    summary: 'Lists the web hooks of the election',
    reply: z.array(Hook),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/hook',
    access: 'set-up',
    confirmed: true,
    summary: 'Adds a web hook; answers with its secret',
    description:
      'Events are signed and retried as the Standard Webhooks specification says. They have ids and no names, phone numbers or texts.',
    body: closed(HookDraft),
    reply: z.object({ id: id('hooks'), secret: Secret }),
    problems: [
      'hook.address-refused',
      'hook.too-many',
      'account.no-such-county',
      'thing.not-found',
    ],
  }),
  turn: endpoint({
    method: 'PUT',
    path: '/api/v1/hook/:id',
    access: 'set-up',
    confirmed: true,
    summary: 'Switches a web hook on or off',
    description: 'Events of the time in which it is off are not sent. Waiting deliveries go on.',
    params: one,
    body: z.object({ isOn: flag }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/v1/hook/:id/secret',
    access: 'set-up',
    confirmed: true,
    summary: 'Gives a web hook a new secret; the previous one also signs for a day',
    params: one,
    reply: z.object({ secret: Secret }),
    problems: ['thing.not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/hook/:id',
    access: 'set-up',
    summary: 'Deletes a web hook with its log',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/v1/hook/:id/delivery',
    access: 'set-up',
    summary: 'Lists the last deliveries of a web hook, the newest first',
    description: 'At most 100. Deliveries are deleted after 30 days.',
    params: one,
    reply: z.array(Delivery),
    problems: ['thing.not-found'],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/v1/hook/:id/delivery/:deliveryId/replay',
    access: 'set-up',
    summary: 'Sends a delivery again, with the same id',
    params: one.extend({ deliveryId: id('hookDeliveries') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/v1/hook/:id/test',
    access: 'set-up',
    summary: 'Sends a test event to a web hook',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
