import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { page } from '#kit/contract/page.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import {
  BriefIncident,
  categoryCode,
  Incident,
  IncidentChange,
  IncidentDraft,
  IncidentQuery,
  incidentsPath,
  NoteKey,
  OpenIncident,
  oneIncident,
  ReportKey,
} from './incident-contract.ts'
import { mergingEndpoints } from './merging-contract.ts'
import { suggestionEndpoints } from './suggestion-contract.ts'

const categoryName = filledLine(100).meta({ examples: ['Transportul alegătorilor'] })

export const Category = z.object({
  code: categoryCode,
  name: categoryName.nullable().describe('Null: as it came with the program.'),
  isRetired: z.boolean().describe('New incidents cannot have it.'),
  incidents: z.int().describe('How many of those that the caller sees have it.'),
})
export type Category = z.output<typeof Category>

/** An incident or a category was added or changed, or a report or note was linked. */
export const incidentsChanged = live({ name: 'incidents.changed', payload: z.object({}) })

export const incidents = {
  list: endpoint({
    method: 'GET',
    path: incidentsPath,
    access: 'read',
    summary: 'Lists incidents: open ones first, then by severity and due time',
    description:
      'An incident is seen by the organisation that made it and by the organiser; by accounts limited to counties, if it is placed in one of theirs.',
    query: IncidentQuery,
    reply: page(Incident),
  }),
  get: endpoint({
    method: 'GET',
    path: `${incidentsPath}/:id`,
    access: 'read',
    summary: 'Finds an incident, with those of its reports that the caller sees',
    params: oneIncident,
    reply: OpenIncident,
    problems: ['thing.not-found'],
  }),
  ofReport: endpoint({
    method: 'GET',
    path: `${incidentsPath}/of-report`,
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
    path: incidentsPath,
    access: 'review',
    summary: 'Adds an incident',
    body: IncidentDraft,
    reply: Incident.pick({ id: true, number: true }),
    problems: ['thing.not-found'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${incidentsPath}/:id`,
    access: 'review',
    summary: 'Changes an incident',
    params: oneIncident,
    body: IncidentChange,
    reply: z.object({}),
    problems: ['thing.not-found', 'thing.changed-meanwhile', 'incident.merged'],
  }),
  link: endpoint({
    method: 'POST',
    path: `${incidentsPath}/:id/reports`,
    access: 'review',
    summary: 'Links a report to an incident',
    params: oneIncident,
    body: ReportKey,
    reply: z.object({}),
    problems: ['thing.not-found', 'incident.merged'],
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: `${incidentsPath}/:id/reports`,
    access: 'review',
    summary: 'Takes a report out of an incident',
    params: oneIncident,
    query: ReportKey,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  linkNote: endpoint({
    method: 'POST',
    path: `${incidentsPath}/:id/notes`,
    access: 'review',
    summary: 'Links a note to an incident',
    params: oneIncident,
    body: NoteKey,
    reply: z.object({}),
    problems: ['thing.not-found', 'incident.merged'],
  }),
  unlinkNote: endpoint({
    method: 'DELETE',
    path: `${incidentsPath}/:id/notes`,
    access: 'review',
    summary: 'Takes a note out of an incident',
    params: oneIncident,
    query: NoteKey,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
  ...mergingEndpoints,
  ...suggestionEndpoints,
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
    reply: categoryCode,
  }),
  editCategory: endpoint({
    method: 'PUT',
    path: '/api/v1/incident-categories/:code',
    access: 'set-up',
    summary: 'Renames a category, retires it, or offers it again',
    params: z.object({ code: categoryCode }),
    body: z.object({ name: categoryName.optional(), isRetired: flag.optional() }),
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
