import * as z from 'zod'
import { replaces, revisions } from '#features/assignments/contract.ts'
import { LastCall } from '#features/calls/contract.ts'
import { CopyOptions } from '#features/tasks/contract.ts'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { ImportReport } from '#kit/contract/import/import.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { filledLine, line } from '#kit/contract/value/text.ts'

/** What fulfils a milestone. */
export const milestoneKinds = ['arrival', 'station-info', 'form', 'question', 'message'] as const
export type MilestoneKind = (typeof milestoneKinds)[number]

/** How far one assignment is with one milestone. */
export const states = ['not-yet', 'due', 'in-part', 'done', 'late', 'excused'] as const
export type State = (typeof states)[number]

/** How long before its deadline something counts as due, in minutes. */
export const dueMinutes = 30

/** The most areas, and the most organisations, that an audience names: `reach` takes them in its address. */
const mostNamed = 300

/** The audience of a milestone: the shifts that each part lets in. */
export const Audience = z.object({
  areaIds: z
    .array(id('areas'))
    .max(mostNamed)
    .describe('At stations in any of these areas, of any level; empty: everywhere.'),
  ngoIds: z
    .array(id('ngos'))
    .max(mostNamed)
    .describe('Of any of these organisations; empty: of all.'),
  isDiaspora: flag.nullable().describe('At stations abroad, or at home; null: at both.'),
  isMobile: flag.nullable().describe('Of mobile teams, or of all others; null: of both.'),
})
export type Audience = z.output<typeof Audience>

/** An audience that nothing narrows. */
export const everybody: Audience = { areaIds: [], ngoIds: [], isDiaspora: null, isMobile: null }

const subject = {
  formId: id('forms').nullable(),
  questionId: id('questions').nullable(),
  notificationId: id('notifications').nullable(),
}

export const Milestone = z.object({
  id: id('milestones'),
  name: z.string().meta({ examples: ['Sosire'] }),
  kind: z.enum(milestoneKinds),
  ...subject,
  of: z
    .string()
    .nullable()
    .meta({ examples: ['A'] })
    .describe('The code of the form or question, or the title of the message.'),
  dueAt: instant.nullable().describe('The moment by which everybody owes it.'),
  dueAfterMinutes: z
    .int()
    .nullable()
    .meta({ examples: [30] })
    .describe('Or how long after each shift begins.'),
  forStation: z
    .boolean()
    .describe(
      'One observer’s report from the station fulfils it for all of their organisation there.',
    ),
  audience: Audience,
  areas: z
    .array(z.object({ id: id('areas'), name: z.string().meta({ examples: ['Cluj'] }) }))
    .describe('The areas of its audience.'),
  expected: z.int().describe('How many shifts owe it and are not excused.'),
  excused: z.int().describe('How many shifts are excused from it.'),
  isAsked: z
    .boolean()
    .describe(
      'Whether anybody can fulfil it: false while its form is deleted or no longer asks the question.',
    ),
  isCounting: z.boolean().describe('Whether it is still being worked out for the whole plan.'),
  ...revisionFields,
})
export type Milestone = z.output<typeof Milestone>

const values = {
  name: filledLine(100).meta({ examples: ['Sosire'] }),
  dueAt: moment
    .nullish()
    .describe(
      'In the time zone of the election, unless it says another. Either this or `dueAfterMinutes`.',
    ),
  dueAfterMinutes: whole(0, 10_000).nullish(),
  forStation: flag,
  audience: Audience,
}

/** A milestone as an organiser types it in. */
export const MilestoneDraft = z.object({
  ...values,
  forStation: flag.default(false),
  audience: Audience.default(everybody),
  kind: z.enum(milestoneKinds),
  formId: id('forms').nullish(),
  questionId: id('questions').nullish(),
  notificationId: id('notifications').nullish(),
})
export type MilestoneDraft = z.output<typeof MilestoneDraft>

/** The changes; absent fields stay. The subject cannot change: that would be another milestone. */
export const MilestoneChange = z.object(values).partial().extend(baseRevision)
export type MilestoneChange = z.output<typeof MilestoneChange>

/** How many planned shifts an audience reaches. */
export const Reach = z.object({
  shifts: z.int().meta({ examples: [120] }),
  tooShort: z
    .int()
    .meta({ examples: [3] })
    .describe('Of those, how many are shorter than `minutes`: they do not owe it.'),
})
export type Reach = z.output<typeof Reach>

/** Accepts one or several parameters of the same name. */
const named = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item).max(mostNamed), item.transform((one) => [one])]).default([])

/** How many are in each state. */
export const StateCounts = z.object({
  'not-yet': z.int().meta({ examples: [3] }),
  due: z.int().meta({ examples: [1] }),
  'in-part': z.int().meta({ examples: [2] }),
  done: z.int().meta({ examples: [12] }),
  late: z.int().meta({ examples: [4] }),
  excused: z
    .int()
    .meta({ examples: [1] })
    .describe('They are not expected.'),
  doneLate: z
    .int()
    .meta({ examples: [2] })
    .describe('Those of the done that were done after the due time.'),
} satisfies Record<State | 'doneLate', z.ZodType>)
export type StateCounts = z.output<typeof StateCounts>

/** How an area, a station, an organisation or all are doing with each milestone. */
export const DeploymentRow = z.object({
  id: z.int().describe('The area, station or organisation.'),
  name: z
    .string()
    .meta({ examples: ['Cluj'] })
    .describe('Of a station its number.'),
  isDivided: z.boolean().describe('Whether it can be narrowed further.'),
  milestones: z.array(z.object({ milestoneId: id('milestones'), counts: StateCounts })),
})
export type DeploymentRow = z.output<typeof DeploymentRow>

/** One assignment, and how far it is with each milestone. */
export const Expected = z.object({
  assignmentId: id('assignments'),
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  observerPhone: z.string().meta({ examples: ['0722 000 001'] }),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  pollingStationId: id('pollingStations'),
  countyId: id('areas'),
  county: z.string().meta({ examples: ['Cluj'] }),
  municipality: z.string().meta({ examples: ['Dej'] }),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  from: instant,
  until: instant,
  lastSeen: instant.nullable().describe('When they last reported anything, from anywhere.'),
  elsewhere: z
    .object({
      pollingStationId: id('pollingStations'),
      area: z.string().meta({ examples: ['Dej'] }),
      number: z.int().meta({ examples: [14] }),
    })
    .nullable()
    .describe('Where they last reported from in this shift, where that is not planned.'),
  replaces,
  isMobile: z.boolean(),
  lastCall: LastCall.nullable().describe('The last call to the observer.'),
  revision: revisionFields.revision.describe('Of the assignment.'),
  milestones: z.array(
    z.object({
      milestoneId: id('milestones'),
      state: z.enum(states),
      dueAt: instant,
      doneAt: instant.nullable(),
      isDoneLate: z.boolean().describe('Done, but after it was due.'),
      excuse: z
        .string()
        .nullable()
        .meta({ examples: [null] }),
      excusedAt: instant.nullable(),
    }),
  ),
})
export type Expected = z.output<typeof Expected>

export const DeploymentFilter = z.object({
  countyId: id('areas').optional(),
  areaId: id('areas').optional(),
  ngoId: id('ngos').optional(),
  observerId: id('observers').optional(),
  pollingStationId: id('pollingStations').optional(),
  milestoneId: id('milestones').optional(),
  state: z
    .enum(states)
    .optional()
    .describe('With `milestoneId` how far they are with that one, else with any.'),
  name: personal(
    line(200)
      .optional()
      .meta({ examples: ['ioana'] }),
  ),
  silentMinutes: whole(1, 10_000)
    .optional()
    .meta({ examples: [120] })
    .describe('Observers on shift who have sent nothing for this time, longest silence first.'),
  elsewhere: flag
    .optional()
    .describe('Observers on shift whose last report came from another station.'),
  order: z
    .enum(['due', 'call'])
    .optional()
    .describe(
      'By first due time, the default; or `call`, by urgency of a call: most late milestones, then longest silence.',
    ),
})
export type DeploymentFilter = z.output<typeof DeploymentFilter>

/** How many observers of a list can be chosen to be called. */
export const mostToCall = 1000

const CallFilter = DeploymentFilter.extend({
  observerIds: z
    .array(id('observers'))
    .min(1)
    .max(mostToCall)
    .optional()
    .describe('Only these of the filtered list.'),
})
export type CallFilter = z.output<typeof CallFilter>

const one = z.object({ id: id('milestones') })

/** How many milestones one call may be about. */
const mostMilestones = 1000

const chosen = z
  .object({
    assignmentIds: z.array(id('assignments')).min(1).max(1000),
    milestoneId: id('milestones')
      .optional()
      .describe('Only this one; else all that they still owe.'),
    milestoneIds: z
      .array(id('milestones'))
      .optional()
      .describe('Or one for each of `assignmentIds`.'),
    revisions,
  })
  .refine(
    ({ assignmentIds, ...of }) =>
      [of.milestoneIds, of.revisions].every(
        (list = assignmentIds) => list.length === assignmentIds.length,
      ),
    'One for each of `assignmentIds`.',
  )

export const milestones = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/milestone',
    access: 'read',
    hasFigures: true,
    summary: 'Lists the milestones, earliest first',
    reply: z.array(Milestone),
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/api/v1/milestone/deleted',
    access: 'set-up',
    summary: 'Lists the deleted milestones, the latest first',
    reply: z.array(Milestone.pick({ id: true, name: true })),
  }),
  reach: endpoint({
    method: 'GET',
    path: '/api/v1/milestone/reach',
    access: 'set-up',
    summary: 'Says how many planned shifts an audience reaches',
    query: z.object({
      areaIds: named(id('areas')),
      ngoIds: named(id('ngos')),
      isDiaspora: flag.optional(),
      isMobile: flag.optional(),
      minutes: whole(0, 10_000).default(0).describe('After the start of the shift.'),
    }),
    reply: Reach,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/milestone',
    access: 'set-up',
    summary: 'Adds a milestone; answers with its id',
    description:
      'Its expectations and their progress are computed in the background. Minutes after the start are refused if every planned shift of the audience is shorter.',
    body: MilestoneDraft,
    reply: id('milestones'),
    problems: ['thing.not-found'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/v1/milestone/:id',
    access: 'set-up',
    summary: 'Changes a milestone: a deadline that is moved counts anew',
    params: one,
    body: MilestoneChange,
    reply: z.object({}),
    problems: ['thing.not-found', 'thing.changed-meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/milestone/:id',
    access: 'set-up',
    summary: 'Takes a milestone out',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/milestone/:id/restore',
    access: 'set-up',
    summary: 'Brings a milestone back that was taken out',
    params: one,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  removeSeveral: endpoint({
    method: 'POST',
    path: '/api/v1/milestone/remove',
    access: 'set-up',
    summary: 'Takes milestones out; answers with those that were there',
    body: z.object({ ids: z.array(id('milestones')).min(1).max(mostMilestones) }),
    reply: z.array(id('milestones')),
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/v1/milestone/copy',
    access: 'set-up',
    summary: 'Copies the milestones of another election, and returns the outcome of each',
    description:
      'Deadlines keep their distance in days from election day and their local time. Forms are matched by code, questions by code and form code. A milestone of a message is refused; a milestone with a name already in use is skipped. Reminders are not copied. To undo the copy, delete the milestones that it added.',
    body: CopyOptions,
    reply: ImportReport.extend({
      ids: z.array(id('milestones')).describe('The milestones that it added.'),
    }),
    problems: ['thing.not-found', 'import.refused'],
  }),
  deployment: endpoint({
    method: 'GET',
    path: '/api/v1/deployment',
    access: 'read',
    hasFigures: true,
    summary: 'Counts how far the plan is, by area, station or organisation and milestone',
    description:
      'The counties; with `areaId` the areas in that one; with `by=organisation` the organisations. With `by=station` and `areaId` the stations in that area where anything is owed.',
    query: z.object({
      by: z.enum(['area', 'station', 'organisation']).default('area'),
      areaId: id('areas').optional(),
      ngoId: id('ngos').optional().describe('The observers of this organisation alone.'),
    }),
    reply: figures(
      z.object({
        rows: z.array(DeploymentRow),
        elsewhere: z.int().describe('How many observers are at another station than planned.'),
      }),
    ),
  }),
  expected: endpoint({
    method: 'GET',
    path: '/api/v1/deployment/assignments',
    access: 'read',
    hasFigures: true,
    summary: 'Lists a page of assignments with their progress',
    query: PageQuery.extend(DeploymentFilter.shape),
    reply: figures(page(Expected)),
  }),
  nextToCall: endpoint({
    method: 'POST',
    path: '/api/v1/deployment/next-to-call',
    access: 'message',
    peopleOnly: true,
    summary: 'Hands out the next observer to call; null: none is left',
    description:
      'The first of the filtered list that no other account holds and that was not called within the pause of the election; those who asked to be called back by now come first. The caller holds them for 10 minutes, and gets the same one until they log the call.',
    body: closed(CallFilter),
    reply: z.object({ observerId: id('observers').nullable() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/deployment/assignments/export',
    access: 'export',
    confirmed: true,
    summary: 'Exports the filtered expectations',
    description: 'As a workbook or as CSV, in the order of the list; a column for each milestone.',
    query: DeploymentFilter.extend(Download.shape),
    reply: downloaded,
  }),
  excuse: endpoint({
    method: 'POST',
    path: '/api/v1/deployment/excuse',
    access: 'observers',
    summary: 'Excuses assignments from open expectations, and returns the excused ones',
    description: 'Earlier excuses keep their reason and are not in the answer.',
    body: closed(chosen.safeExtend({ reason: filledLine(300).meta({ examples: ['Bolnavă'] }) })),
    reply: z.array(
      z.object({
        assignmentId: id('assignments'),
        milestoneId: id('milestones'),
        excusedAt: instant,
      }),
    ),
    problems: ['thing.changed-meanwhile'],
  }),
  unexcuse: endpoint({
    method: 'POST',
    path: '/api/v1/deployment/unexcuse',
    access: 'observers',
    summary: 'Takes excuses back; answers with how many there were',
    description: 'Also of an assignment that is out of the plan: it comes back without them.',
    body: closed(
      chosen.safeExtend({
        givenUntil: instant.optional().describe('Excuses that were given later stay.'),
      }),
    ),
    reply: z.int(),
    problems: ['thing.changed-meanwhile'],
  }),
}
