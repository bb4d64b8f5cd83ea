import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { PageQuery, page } from '#kit/contract/page.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { filledLine, line, text } from '#kit/contract/value/text.ts'
import { severities, states } from './domain.ts'

const code = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'Must be the code of a category')
  .meta({ examples: ['ballot-stuffing'] })
const account = filledLine(200).meta({ examples: ['ana'] })
const severity = z.enum(severities)
const state = z.enum(states)
const stationId = id('pollingStations')
const countyId = id('areas')

/** The report of one observer from one station. */
export const ReportKey = z.object({ observerId: id('observers'), pollingStationId: stationId })
export type ReportKey = z.output<typeof ReportKey>

const values = {
  title: filledLine(200).meta({ examples: ['Urnă nesigilată la deschidere'] }),
  category: code,
  severity,
  state,
  pollingStationId: stationId.nullable().describe('Where it happened; null: not at one station.'),
  countyId: countyId.nullable().describe('Where it happened, if not at one station; else null.'),
  owner: account.nullable().describe('An account that may review; null: unassigned.'),
  dueAt: moment.nullable().describe('In the time zone of the election, unless it says another.'),
  informed: text(2000)
    .trim()
    .meta({ examples: ['Biroul electoral județean'] }),
  outcome: text(2000)
    .trim()
    .meta({ examples: ['Urna a fost resigilată.'] }),
}

/** An incident as staff write it down. */
export const IncidentDraft = z.object({
  ...values,
  state: state.default('open'),
  pollingStationId: values.pollingStationId.default(null),
  countyId: values.countyId.default(null),
  owner: values.owner.default(null),
  dueAt: values.dueAt.default(null),
  informed: values.informed.default(''),
  outcome: values.outcome.default(''),
  report: ReportKey.optional().describe('A report that it is about.'),
})
export type IncidentDraft = z.output<typeof IncidentDraft>

/** The changes; absent fields stay. A new place replaces the one before. */
export const IncidentChange = z.object(values).partial().extend(baseRevision)
export type IncidentChange = z.output<typeof IncidentChange>

export const Incident = z.object({
  ...values,
  id: id('incidents'),
  number: z
    .int()
    .meta({ examples: [7] })
    .describe('Counts up in an election.'),
  categoryName: z
    .string()
    .nullable()
    .meta({ examples: [null] })
    .describe('Null: the category has the name that came with the program.'),
  place: z
    .string()
    .meta({ examples: ['Cluj Dej 12'] })
    .describe('The station or county; empty without one.'),
  dueAt: instant.nullable(),
  madeBy: z.string().meta({ examples: ['ana'] }),
  madeAt: instant,
  reports: z.int().describe('How many of the reports that the caller sees are linked to it.'),
  ...revisionFields,
})
export type Incident = z.output<typeof Incident>

export const LinkedReport = ReportKey.extend({
  observerName: z.string().meta({ examples: ['Ioana Pop'] }),
  pollingStationName: z.string().meta({ examples: ['Cluj-Napoca 12'] }),
  lastModified: instant,
  flagged: z.int().describe('How many flagged options were chosen.'),
})
export type LinkedReport = z.output<typeof LinkedReport>

export const OpenIncident = Incident.extend({ linked: z.array(LinkedReport) })
export type OpenIncident = z.output<typeof OpenIncident>

/** What is shown of an incident beside a report. */
export const BriefIncident = Incident.pick({
  ...{ id: true, number: true, title: true, severity: true, state: true, place: true },
})
export type BriefIncident = z.output<typeof BriefIncident>

/** The filters of the list. */
export const IncidentFilter = z.object({
  state: state.optional(),
  severity: severity.optional(),
  category: code.optional(),
  county: line(256)
    .optional()
    .meta({ examples: ['CJ'] })
    .describe('The code of a county.'),
  owner: z
    .enum(['me', 'none'])
    .optional()
    .describe('Only those that the caller owns, or that have no owner.'),
})
export type IncidentFilter = z.output<typeof IncidentFilter>

export const IncidentQuery = PageQuery.extend(IncidentFilter.shape)
export type IncidentQuery = z.output<typeof IncidentQuery>

const categoryName = filledLine(100).meta({ examples: ['Transportul alegătorilor'] })

export const Category = z.object({
  code,
  name: categoryName.nullable().describe('Null: as it came with the program.'),
  isRetired: z.boolean().describe('New incidents cannot have it.'),
  incidents: z.int().describe('How many of those that the caller sees have it.'),
})
export type Category = z.output<typeof Category>

/** An incident or a category was added or changed, or a report was linked. */
export const incidentsChanged = live({ name: 'incidents.changed', payload: z.object({}) })

const params = z.object({ id: id('incidents') })
const path = '/api/v1/incidents'

export const incidents = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'read',
    summary: 'Lists incidents: open ones first, then by severity and due time',
    description:
      'An incident is seen by the organisation that made it and by the organiser; by accounts limited to counties, if it is placed in one of theirs.',
    query: IncidentQuery,
    reply: page(Incident),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'read',
    summary: 'Finds an incident, with those of its reports that the caller sees',
    params,
    reply: OpenIncident,
    problems: ['thing.not-found'],
  }),
  ofReport: endpoint({
    method: 'GET',
    path: `${path}/of-report`,
    access: 'read',
    summary:
      'Lists the incidents of a report, and open ones of its county that it could be linked to',
    query: ReportKey,
    reply: z.object({
      linked: z.array(BriefIncident),
      offered: z.array(BriefIncident).describe('At most 20; those of the same station first.'),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path,
    access: 'review',
    summary: 'Adds an incident',
    body: IncidentDraft,
    reply: Incident.pick({ id: true, number: true }),
    problems: ['thing.not-found'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'review',
    summary: 'Changes an incident',
    params,
    body: IncidentChange,
    reply: z.object({}),
    problems: ['thing.not-found', 'thing.changed-meanwhile'],
  }),
  link: endpoint({
    method: 'POST',
    path: `${path}/:id/reports`,
    access: 'review',
    summary: 'Links a report to an incident',
    params,
    body: ReportKey,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: `${path}/:id/reports`,
    access: 'review',
    summary: 'Takes a report out of an incident',
    params,
    query: ReportKey,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  listCategories: endpoint({
    method: 'GET',
    path: '/api/v1/incident-categories',
    access: 'read',
    summary: 'Lists the categories of incidents',
    reply: z.array(Category),
  }),
  addCategory: endpoint({
    method: 'POST',
    path: '/api/v1/incident-categories',
    access: 'set-up',
    summary: 'Adds a category; answers with its code',
    body: z.object({ name: categoryName }),
    reply: code,
  }),
  editCategory: endpoint({
    method: 'PUT',
    path: '/api/v1/incident-categories/:code',
    access: 'set-up',
    summary: 'Renames a category, retires it, or offers it again',
    params: z.object({ code }),
    body: z.object({ name: categoryName.optional(), isRetired: flag.optional() }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
