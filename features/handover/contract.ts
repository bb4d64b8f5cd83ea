import * as z from 'zod'
import { Incident } from '#features/incidents/incident-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine, text } from '#kit/contract/value/text.ts'

/** How far ahead a shift sees what falls due, in hours. */
export const hoursAhead = 2

/** Without a shift of the caller's before this one: what changed in as many hours. */
export const hoursBack = 12

const name = z.string().meta({ examples: ['ana'] })

/** What one shift hands over to the next. */
export const Handover = z.object({
  id: id('handovers'),
  text: z.string().meta({ examples: ['Cluj 12: revin la 03:30. Restul e liniștit.'] }),
  writtenBy: name,
  writtenAt: instant,
  isOwn: z.boolean().describe('The caller wrote it.'),
  takenBy: name.nullable().describe('The account that took it over; null: none yet.'),
  takenAt: instant.nullable(),
  isTakenByCaller: z.boolean(),
})
export type Handover = z.output<typeof Handover>

/** What a shift has to know, as far as the caller may see it. */
export const Shift = z.object({
  since: instant.describe('When the caller last handed over, or twelve hours ago.'),
  hasHandedOver: z.boolean().describe('Whether the caller has handed over before.'),
  changed: z
    .object({
      reports: z.int(),
      flagged: z.int(),
      verified: z.int(),
      incidents: z.int(),
      calls: z.int(),
    })
    .meta({ examples: [{ reports: 240, flagged: 12, verified: 96, incidents: 3, calls: 18 }] })
    .describe(
      'Since then: changed reports, those with a flagged answer, verified reports, added incidents, logged calls.',
    ),
  openIncidents: z.int(),
  incidents: z.array(Incident).describe('The open ones, the most urgent first; fifty at most.'),
  working: z
    .array(
      z.object({
        assignee: name.nullable().describe('An account; null: unassigned.'),
        inWork: z.int(),
        followUp: z.int(),
      }),
    )
    .describe('Reports that are in work or need follow-up, by who works on them.'),
  due: z
    .array(
      z.object({
        milestoneId: id('milestones'),
        milestone: z.string().meta({ examples: ['Deschidere'] }),
        dueAt: instant,
        expected: z.int().meta({ examples: [310] }),
        done: z.int().meta({ examples: [120] }),
      }),
    )
    .describe('Deadlines within two hours, the earliest first.'),
  callBacks: z
    .array(
      z.object({
        observerId: id('observers'),
        observerName: z.string().meta({ examples: ['Ioana Pop'] }),
        at: instant,
        promisedBy: name,
      }),
    )
    .describe('Agreed call-backs within two hours, the earliest first; fifty at most.'),
  handovers: z.array(Handover).describe('The newest ten of the caller’s organisation.'),
})
export type Shift = z.output<typeof Shift>

/** A handover was written, deleted, restored, taken over or given back. */
export const handoversChanged = live({ name: 'handover.changed', payload: z.object({}) })

const one = {
  access: 'review',
  peopleOnly: true,
  params: z.object({ id: id('handovers') }),
  reply: z.object({}),
  problems: ['thing.not-found'],
} as const

export const handover = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/handover',
    access: 'read',
    peopleOnly: true,
    summary: 'Answers with what a shift has to know: what is open, what falls due, what changed',
    reply: Shift,
  }),
  write: endpoint({
    method: 'POST',
    path: '/api/v1/handover',
    access: 'review',
    peopleOnly: true,
    summary: 'Hands the caller’s shift over; answers with the id of the handover',
    description:
      'Accounts of the organisation see it, those limited to counties only where the author is limited to some of them.',
    body: z.object({
      text: text(4000)
        .trim()
        .refine((typed) => filledLine(4000).safeParse(typed).success, 'Must not be empty')
        .meta({ examples: ['Cluj 12: revin la 03:30. Restul e liniștit.'] }),
    }),
    reply: id('handovers'),
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/v1/handover/:id/take',
    ...one,
    summary: 'Takes a shift over that another account handed over',
    reply: z.object({
      first: name
        .nullable()
        .describe('Another account that took it over first; null: the caller has it.'),
    }),
  }),
  giveBack: endpoint({
    method: 'DELETE',
    path: '/api/v1/handover/:id/take',
    ...one,
    summary: 'Undoes that the caller took a shift over',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/handover/:id',
    ...one,
    summary: 'Deletes a handover that the caller wrote and that was not taken over',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/handover/:id/restore',
    ...one,
    summary: 'Restores a handover that the caller deleted',
  }),
}
