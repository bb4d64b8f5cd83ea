import * as z from 'zod'
import { DeliveryFault, DeliveryState } from '#features/notifications/contract.ts'
import { Review } from '#features/reviews/review-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'

/** The kinds of signs of life. */
export const signKinds = ['note', 'report', 'message', 'sign-in'] as const

/** The last sign of life of one kind. */
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
  review: Review,
})
export type VisitedStation = z.output<typeof VisitedStation>

/** A message, and its state for this observer. */
export const ReceivedMessage = z.object({
  notificationId: id('notifications'),
  title: z.string().meta({ examples: ['Secția se închide la 21:00'] }),
  insertedAt: instant,
  sendAt: instant.nullable().describe('Set where it goes out at a set time: when it does, or did.'),
  senderAccount: z.string().meta({ examples: ['ana'] }),
  state: DeliveryState,
  why: DeliveryFault.nullable().describe('Set when it failed.'),
  at: instant.describe('Since when it is in that state.'),
})
export type ReceivedMessage = z.output<typeof ReceivedMessage>

/** An observer for the person who calls them, without their shifts (`deployment/assignments`). */
export const Contact = z.object({
  signs: z.array(Sign).describe('The latest of each kind, newest first.'),
  visits: z.array(VisitedStation).describe('The latest first, a hundred at most.'),
  visitCount: z.int().describe('How many visits there are.'),
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
