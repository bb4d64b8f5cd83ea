import * as z from 'zod'
import { DeliveryFault, DeliveryState } from '#features/notifications/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** What tells that an observer is there. */
export const signKinds = ['note', 'report', 'message', 'sign-in'] as const

/** When an observer was last heard of in one way. */
export const Sign = z.object({
  kind: z.enum(signKinds).describe('`message`: they opened one on their phone.'),
  at: instant,
})
export type Sign = z.output<typeof Sign>

/** A station that an observer reported from. */
export const VisitedStation = z.object({
  pollingStationId: id('pollingStations'),
  county: z.string().meta({ examples: ['Cluj'] }),
  municipality: z
    .string()
    .meta({ examples: ['Dej'] })
    .describe('Empty where the county is not divided.'),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  lastModified: instant,
  answered: z.int().describe('How many questions.'),
  flagged: z.int().describe('How many flagged options were chosen.'),
  notes: z.int(),
})
export type VisitedStation = z.output<typeof VisitedStation>

/** A message, and what became of it for this observer. */
export const ReceivedMessage = z.object({
  notificationId: id('notifications'),
  title: z.string().meta({ examples: ['Secția se închide la 21:00'] }),
  insertedAt: instant,
  sendAt: instant.nullable().describe('Set where it goes out at a set time: when it does, or did.'),
  senderAccount: z.string().meta({ examples: ['ana'] }),
  state: DeliveryState,
  why: DeliveryFault.nullable().describe('Set when it failed.'),
  at: instant.describe('When it came into its state.'),
})
export type ReceivedMessage = z.output<typeof ReceivedMessage>

/** What a caller needs to know about an observer, except their shifts (`deployment/assignments`). */
export const Contact = z.object({
  signs: z.array(Sign).describe('One of each kind there was, the latest first.'),
  visits: z.array(VisitedStation).describe('The latest first, a hundred at most.'),
  visitCount: z.int().describe('How many there are.'),
  messages: z
    .array(ReceivedMessage)
    .describe('The newest first, twenty at most, of those that the caller may see.'),
  messageCount: z.int().describe('How many of these there are.'),
})
export type Contact = z.output<typeof Contact>

export const contacts = {
  find: endpoint({
    method: 'GET',
    path: '/api/v1/observer/:observerId/contact',
    access: 'read',
    summary:
      'Answers with when an observer was last heard of, where they reported, and their messages',
    params: z.object({ observerId: id('observers') }),
    reply: Contact,
    problems: ['thing.not-found'],
  }),
}
