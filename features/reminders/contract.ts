import * as z from 'zod'
import {
  isCarried,
  knownBlanks,
  longestTitle,
  noBlanks,
  ruleBlanks,
} from '#features/notifications/domain.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine, text } from '#kit/contract/value/text.ts'
import { mostMinutes } from './domain.ts'

/** A message that goes out by rule, before or after the deadline of a milestone. */
export const Reminder = z.object({
  id: id('reminders'),
  milestoneId: id('milestones'),
  milestone: z.string().meta({ examples: ['Sosire'] }),
  minutes: z
    .int()
    .meta({ examples: [-30] })
    .describe('After the deadline; less than 0: before it.'),
  title: z.string().meta({ examples: ['Se apropie termenul'] }),
  message: z
    .string()
    .meta({ examples: ['{name}, ești așteptat la secția {station} până la {deadline}.'] })
    .describe('With the blanks `{name}`, `{station}` and `{deadline}`.'),
  atNight: z.boolean().describe('It is sent between 22:00 and 07:00 as well.'),
  madeBy: z.string().meta({ examples: ['ana'] }),
  next: z
    .object({ at: instant, recipients: z.int() })
    .nullable()
    .describe('When it goes out next, and to how many as things are now.'),
  isSilent: z.boolean().describe('All that is still to come falls in the night, and is not sent.'),
  sent: z
    .array(
      z.object({
        notificationId: id('notifications')
          .nullable()
          .describe('Null: a message that the caller may not see.'),
        at: instant,
        recipients: z.int(),
      }),
    )
    .describe('The messages it was sent as, the latest first, ten at most.'),
})
export type Reminder = z.output<typeof Reminder>

/** The text of a reminder. */
export const ReminderText = z.object({
  title: filledLine(longestTitle)
    .refine(...noBlanks)
    .meta({ examples: ['Se apropie termenul'] }),
  message: text(500)
    .trim()
    .min(1)
    .refine(...knownBlanks(ruleBlanks))
    .meta({ examples: ['{name}, ești așteptat la secția {station} până la {deadline}.'] }),
})

/** A reminder as an organiser types it in. It does not change: another one takes its place. */
export const ReminderDraft = ReminderText.extend({
  milestoneId: id('milestones'),
  minutes: whole(-mostMinutes, mostMinutes).meta({ examples: [-30] }),
  atNight: flag.default(false),
}).refine(isCarried, {
  path: ['message'],
  message: 'Is too long once its blanks are filled in',
})
export type ReminderDraft = z.output<typeof ReminderDraft>

/** A reminder was made, taken out or sent. */
export const remindersChanged = live({ name: 'reminders.changed', payload: z.object({}) })

const one = z.object({ id: id('reminders') })

export const reminders = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/reminder',
    access: 'read',
    hasFigures: true,
    summary: 'Lists the reminders, with when each goes out next and to how many',
    description: 'By milestone; `recipients` counts only observers that the caller may see.',
    reply: z.array(Reminder),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/reminder',
    access: 'set-up',
    summary: 'Adds a reminder; answers with its id',
    description:
      'It goes to exactly those who still owe the milestone then, once for each assignment. Reminders due before now are not sent.',
    body: ReminderDraft,
    reply: id('reminders'),
    problems: ['thing.not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/reminder/:id',
    access: 'set-up',
    summary: 'Takes a reminder out: it is not sent any more',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/reminder/:id/restore',
    access: 'set-up',
    summary: 'Brings a reminder back that was taken out',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
