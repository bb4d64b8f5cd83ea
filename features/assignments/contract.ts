import * as z from 'zod'
import { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { Download, downloaded } from '#kit/contract/download.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { line } from '#kit/contract/value/text.ts'
import { importEndpoints } from './import-contract.ts'
import { targetEndpoints } from './target-contract.ts'

/** The conflicts of an assignment with others. */
export const conflicts = ['two-places'] as const

/** Of an assignment that continues the shift of another observer. */
export const replaces = z
  .string()
  .nullable()
  .meta({ examples: [null] })
  .describe('The observer who left the station when the shift began, if the caller may see them.')

/** A shift of an observer at a station. */
export const Assignment = z.object({
  id: id('assignments'),
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  observerPhone: z.string().meta({ examples: ['0722 000 001'] }),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  pollingStationId: id('pollingStations'),
  countyId: id('areas'),
  county: z.string().meta({ examples: ['Cluj'] }),
  municipality: z
    .string()
    .meta({ examples: ['Dej'] })
    .describe('The area in the county; empty where the county is not divided.'),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  from: instant,
  until: instant,
  isMobile: z
    .boolean()
    .describe('One of a team that goes from station to station: several places in one shift.'),
  conflict: z
    .enum(conflicts)
    .nullable()
    .describe('`two-places`: the observer is to be at another station as well then.'),
  replaces,
  ...revisionFields,
})
export type Assignment = z.output<typeof Assignment>

const times = {
  from: moment.describe('In the time zone of the election, unless it says another.'),
  until: moment,
}

/** An assignment as staff type it in. */
export const AssignmentDraft = z.object({
  observerId: id('observers'),
  pollingStationId: id('pollingStations'),
  ...times,
  isMobile: flag.default(false),
})
export type AssignmentDraft = z.output<typeof AssignmentDraft>

const since = {
  since: z
    .enum(['now', 'always'])
    .default('always')
    .describe('`now`: the past stays unchanged. `always`: a correction of the whole shift.'),
} as const

/** The changes; absent fields stay. */
export const AssignmentChange = z
  .object({ pollingStationId: id('pollingStations'), ...times, isMobile: flag })
  .partial()
  .extend({ ...since, ...baseRevision })
export type AssignmentChange = z.output<typeof AssignmentChange>

const ofNgo = {
  ngoId: id('ngos')
    .optional()
    .describe(
      'By the observers of this organisation alone; an organisation always asks of its own.',
    ),
}

export const AssignmentFilter = z.object({
  countyId: id('areas').optional(),
  areaId: id('areas').optional().describe('An area of any level; includes all areas within it.'),
  pollingStationId: id('pollingStations').optional(),
  observerId: id('observers').optional(),
  ngoId: ofNgo.ngoId,
  conflict: z.enum(conflicts).optional(),
  name: personal(
    line(200)
      .optional()
      .meta({ examples: ['ioana'] })
      .describe('Words of the observer’s name, as the list of observers is searched.'),
  ),
})
export type AssignmentFilter = z.output<typeof AssignmentFilter>

export const AssignmentQuery = PageQuery.extend(AssignmentFilter.shape)
export type AssignmentQuery = z.output<typeof AssignmentQuery>

/** How the plan covers an area. */
export const PlannedArea = z.object({
  areaId: id('areas'),
  code: z.string().meta({ examples: ['CJ'] }),
  name: z.string().meta({ examples: ['Cluj'] }),
  stations: z
    .int()
    .meta({ examples: [665] })
    .describe('Open polling stations; of the target, if there is one.'),
  covered: z
    .int()
    .meta({ examples: [610] })
    .describe('Stations with an assigned observer.'),
  visited: z
    .int()
    .meta({ examples: [540] })
    .describe('Stations an observer has visited.'),
  met: z
    .int()
    .meta({ examples: [535] })
    .describe('Stations that have an assigned observer and have been visited.'),
  isDivided: z.boolean().describe('Whether it contains other areas.'),
})
export type PlannedArea = z.output<typeof PlannedArea>

/** Why an observer is proposed, the best reason first. */
export const proposalReasons = ['reported', 'before', 'nearby', 'organisation', 'anyone'] as const

/** An observer proposed for a station. */
export const Proposal = z.object({
  pollingStationId: id('pollingStations'),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  municipality: z.string().meta({ examples: ['Dej'] }),
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  observerPhone: z.string().meta({ examples: ['0722 000 001'] }),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  reason: z
    .enum(proposalReasons)
    .describe(
      '`reported`: from the county, in this election; `before`: they were there, or were to be, at another election; `nearby`: the same of a station within 50 km; `organisation`: nothing is known of where they are, and others of their organisation are in the county; `anyone`: nor that.',
    ),
  metres: z
    .int()
    .nullable()
    .meta({ examples: [1200] })
    .describe('How far it is from the nearest station where they were; null: not known.'),
})
export type Proposal = z.output<typeof Proposal>

/** An observer without an assignment. */
export const Unassigned = z.object({
  observerId: id('observers'),
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  observerPhone: z.string().meta({ examples: ['0722 000 001'] }),
  ngo: z.string().meta({ examples: ['Vot Curat'] }),
  lastSeen: instant.nullable().describe('When they last reported anything.'),
})
export type Unassigned = z.output<typeof Unassigned>

/** A station without an assigned observer. */
export const Uncovered = z.object({
  pollingStationId: id('pollingStations'),
  county: z.string().meta({ examples: ['Cluj'] }),
  countyCode: z.string().meta({ examples: ['CJ'] }),
  municipality: z.string().meta({ examples: ['Dej'] }),
  areaCode: z
    .string()
    .meta({ examples: ['CJ1'] })
    .describe('Of the municipality; empty where the county is not divided.'),
  pollingStationNumber: z.int().meta({ examples: [12] }),
  name: z.string().meta({ examples: ['Școala nr. 1'] }),
  address: z.string().meta({ examples: ['Str. Școlii 1'] }),
})
export type Uncovered = z.output<typeof Uncovered>

const ofArea = z.object({
  areaId: id('areas').optional().describe('An area of any level.'),
  ...ofNgo,
})

/** Assignments or milestones have changed. */
export const planChanged = live({ name: 'assignments.changed', payload: z.object({}) })

const one = z.object({ id: id('assignments') })

/** How many assignments one call may change. */
export const mostAssignments = 1000

const revision = whole(1, largestInteger)
/** The revisions of the assignments in an act. */
export const revisions = z
  .array(revision)
  .optional()
  .meta({ examples: [[3]] })
  .describe(
    'The revisions on screen, in the order of the ids. Where one was changed since, nothing is done: 409.',
  )
const several = z
  .object({ ids: z.array(id('assignments')).min(1).max(mostAssignments), revisions })
  .refine(
    ({ ids, revisions }) => revisions === undefined || revisions.length === ids.length,
    'A revision for each id',
  )

export const assignments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/assignment',
    access: 'read',
    summary: 'Lists assignments by county, station and time',
    query: AssignmentQuery,
    reply: page(Assignment),
  }),
  areas: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/areas',
    access: 'read',
    hasFigures: true,
    summary: 'Says how many stations of each area are covered, and how many were visited',
    description:
      'The counties; or, with `areaId`, the areas in that one. Test observers and closed stations are left out. With `reviewState`, a station is visited if it has such a report.',
    query: z.object({ areaId: id('areas').optional(), ...ofNgo, ...VerifiedOnly.shape }),
    reply: figures(
      z.object({
        areas: z.array(PlannedArea),
        target: z
          .int()
          .nullable()
          .meta({ examples: [1500] })
          .describe(
            'How many open stations the target of coverage has; null: the figures are of all.',
          ),
      }),
    ),
  }),
  unassigned: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/unassigned',
    access: 'read',
    hasFigures: true,
    summary: 'Lists the unassigned observers by name',
    description:
      'Includes observers who are only assigned to closed stations. Test observers and those of inactive organisations are left out.',
    query: PageQuery.extend(ofNgo),
    reply: figures(page(Unassigned)),
  }),
  exportUnassigned: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/unassigned/export',
    access: 'export',
    confirmed: true,
    summary: 'Exports the unassigned observers, as a workbook or as CSV',
    query: Download.extend(ofNgo),
    reply: downloaded,
  }),
  uncovered: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/uncovered',
    access: 'read',
    hasFigures: true,
    summary: 'Lists the stations without an assigned observer, by county, area and number',
    description:
      'Leaves out closed stations and stations outside the target of coverage. An organisation sees the stations without an observer of its own.',
    query: PageQuery.extend(ofArea.shape),
    reply: figures(page(Uncovered)),
  }),
  exportUncovered: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/uncovered/export',
    access: 'export',
    confirmed: true,
    summary: 'Exports the stations without an assigned observer, as a workbook or as CSV',
    description: 'With the codes for an import: adding phones and times makes the file a plan.',
    query: ofArea.extend(Download.shape),
    reply: downloaded,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/assignment',
    access: 'observers',
    summary:
      'Assigns observers to stations; answers with the ids of the assignments, in the order of the body',
    body: closed(
      z.object({ assignments: z.array(closed(AssignmentDraft)).min(1).max(mostAssignments) }),
    ),
    reply: z.array(id('assignments')),
    problems: ['thing.not-found', 'assignment.taken', 'assignment.ends-early'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/v1/assignment/:id',
    access: 'observers',
    summary: 'Changes an assignment; answers with the one that goes on',
    description:
      'Absent fields stay. A change from now on ends a current shift and continues it in another assignment. `restore` undoes it.',
    params: one,
    body: closed(AssignmentChange),
    reply: z.object({ id: id('assignments') }),
    problems: [
      'thing.not-found',
      'thing.changed-meanwhile',
      'assignment.taken',
      'assignment.ends-early',
    ],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/assignment/remove',
    access: 'observers',
    summary: 'Takes assignments out of the plan; answers with those that were in it',
    description: 'From now on: a shift that has begun ends now, one that has ended stays.',
    body: closed(several.safeExtend(since)),
    reply: z.array(id('assignments')),
    problems: ['thing.changed-meanwhile'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/assignment/restore',
    access: 'observers',
    summary: 'Brings assignments back that were taken out or ended; answers with how many',
    description:
      'One that was planned again since stays out. With `insteadOf`, a replacement or a move is undone: these are taken out in the same act, or nothing is done where one was changed since. `revisions` are those that the undone act began from.',
    body: closed(
      several.safeExtend({
        insteadOf: z.array(id('assignments')).max(mostAssignments).default([]),
      }),
    ),
    reply: z.int(),
    problems: ['thing.not-found', 'thing.changed-meanwhile', 'assignment.taken'],
  }),
  replace: endpoint({
    method: 'POST',
    path: '/api/v1/assignment/:id/replace',
    access: 'observers',
    summary: 'Replaces an observer with another one; answers with the id of the new assignment',
    description:
      'The former assignment ends when the new one begins, and keeps its results until then. A future one is removed. `restore` undoes it.',
    params: one,
    body: closed(
      z.object({
        observerId: id('observers'),
        from: moment
          .optional()
          .describe('When the successor begins: now, or with the shift where that is later.'),
        neverCame: flag
          .default(false)
          .describe('The former was never there: the successor has the whole shift.'),
        revision: revision
          .optional()
          .meta({ examples: [3] })
          .describe('Of the former assignment, as on screen. Where it was changed since: 409.'),
      }),
    ),
    reply: id('assignments'),
    problems: [
      'thing.not-found',
      'thing.changed-meanwhile',
      'assignment.taken',
      'assignment.ends-early',
    ],
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/proposals',
    access: 'observers',
    summary: 'Proposes observers without a station for the uncovered stations of an area',
    description:
      'Each observer and each station once. Observers who were in its county or near it come first, by distance if coordinates are known. Observers known to be elsewhere are left out, and those replaced, taken out or excused that day. At most 500. Nothing is changed: to take a proposal, add the assignment.',
    query: z
      .object({
        areaId: id('areas').describe('An area of any level.'),
        countyId: id('areas'),
        pollingStationId: id('pollingStations').describe(
          'Proposes ten observers for this station, the best first, even if it is covered.',
        ),
        day: z.iso
          .date()
          .meta({ examples: ['2026-11-22'] })
          .describe(
            'Observers replaced, removed or excused on that day are left out. Default: election day.',
          ),
      })
      .partial()
      .refine(
        ({ areaId, countyId, pollingStationId }) =>
          (areaId ?? countyId ?? pollingStationId) !== undefined,
        'An area, a county or a station',
      )
      .safeExtend(ofNgo),
    reply: z.array(Proposal),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/export',
    access: 'export',
    confirmed: true,
    summary: 'Answers with the plan as the filter keeps it, as a workbook or as CSV',
    description: 'The file can be imported again.',
    query: AssignmentFilter.extend(Download.shape),
    reply: downloaded,
  }),
  ...importEndpoints,
  ...targetEndpoints,
}
