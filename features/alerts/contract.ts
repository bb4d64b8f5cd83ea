import * as z from 'zod'
import { Subject } from '#features/comments/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { alertKinds } from './domain.ts'

const kind = z.enum(alertKinds)

export const AlertGroup = Subject.extend({
  name: z
    .string()
    .meta({ examples: ['Urnă nesigilată la deschidere'] })
    .describe('Of its subject.'),
  at: instant.describe('The newest alert.'),
  isNew: z.boolean().describe('The caller has not read all of them.'),
  counts: z
    .array(
      z.object({
        kind,
        count: z.int().meta({ examples: [3] }),
        by: z
          .string()
          .meta({ examples: ['ana'] })
          .describe('The author of the newest; empty for a due time.'),
      }),
    )
    .describe('The new ones; where none is new, all.'),
})
export type AlertGroup = z.output<typeof AlertGroup>

export const AlertList = z.object({
  unread: z.int().describe('How many alerts are new.'),
  isQuiet: z.boolean().describe('It is one of the caller’s quiet hours.'),
  groups: z.array(AlertGroup),
})
export type AlertList = z.output<typeof AlertList>

const hour = z
  .int()
  .min(0)
  .max(23)
  .meta({ examples: [22] })

/** Which alerts an account wants. */
export const AlertSettings = z.object({
  mutedKinds: z.array(kind).max(alertKinds.length),
  mutedCountyCodes: z
    .array(filledLine(256).meta({ examples: ['CJ'] }))
    .max(1000)
    .describe('Alerts about places in these counties are left out.'),
  quietHours: z
    .object({ from: hour, until: hour.meta({ examples: [7] }) })
    .refine(({ from, until }) => from !== until, {
      path: ['until'],
      message: 'Must differ from the first hour',
    })
    .nullable()
    .describe('By the clock of the election: no sound, no count in the title, no email.'),
  byEmail: flag.describe('Whether unread alerts are also sent by email.'),
})
export type AlertSettings = z.output<typeof AlertSettings>

/** What is changed of it; fields that are left out stay. */
export const SettingsChange = AlertSettings.partial()
export type SettingsChange = z.output<typeof SettingsChange>

export const EmailState = z.enum(['possible', 'no-server', 'no-address'])
export type EmailState = z.output<typeof EmailState>

export const alerts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/alerts',
    access: 'read',
    peopleOnly: true,
    importance: 'statistics',
    summary: 'Lists the caller’s alerts by subject, the newest first',
    description:
      'Comments that mention them, reports and incidents assigned to them by others, due times of their incidents that have passed, open incidents of high or critical severity. Only about subjects that they see now, and without what they muted. At most the newest 200 alerts.',
    reply: AlertList,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/v1/alerts/read',
    access: 'read',
    peopleOnly: true,
    summary: 'Notes that the caller has read the alerts about a subject, or all of them',
    description: 'Without a subject: all.',
    body: Subject.extend({ until: instant.describe('The newest that was shown.') }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/alerts/settings',
    access: 'read',
    peopleOnly: true,
    summary: 'Says which alerts the caller wants',
    reply: AlertSettings.extend({
      email: EmailState.describe(
        'Whether this server sends emails, and the account has an address.',
      ),
    }),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/v1/alerts/settings',
    access: 'read',
    peopleOnly: true,
    summary: 'Sets which alerts the caller wants',
    description: 'Fields that are left out stay.',
    body: SettingsChange,
    reply: z.object({}),
  }),
}
