import * as z from 'zod'
import { PageQuery } from '#kit/contract/page.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { id } from '#kit/contract/value/id.ts'
import { instant, moment } from '#kit/contract/value/instant.ts'
import { filledLine, line, text } from '#kit/contract/value/text.ts'
import { severities, states } from './domain.ts'

export const categoryCode = z
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

/** A note of an observer. */
export const NoteKey = z.object({ noteId: id('notes') })

const values = {
  title: filledLine(200).meta({ examples: ['Urnă nesigilată la deschidere'] }),
  category: categoryCode,
  severity,
  state,
  pollingStationId: stationId.nullable().describe('Where it happened; null: not at one station.'),
  countyId: countyId.nullable().describe('Where it happened, if not at one station; else null.'),
  owner: account.nullable().describe('An account that may review; null: unassigned.'),
  escalateTo: account
    .nullable()
    .describe('Another account that may review, alerted once the due time has passed; null: none.'),
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
  escalateTo: values.escalateTo.default(null),
  dueAt: values.dueAt.default(null),
  informed: values.informed.default(''),
  outcome: values.outcome.default(''),
  reports: z.array(ReportKey).max(1000).default([]).describe('The reports that it is about.'),
  notes: z.array(id('notes')).max(1000).default([]).describe('The notes that it is about.'),
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

/** What is shown of an incident beside a report. */
export const BriefIncident = Incident.pick({
  ...{ id: true, number: true, title: true, severity: true, state: true, place: true },
})
export type BriefIncident = z.output<typeof BriefIncident>

export const OpenIncident = Incident.extend({
  linked: z.array(LinkedReport),
  mergedInto: BriefIncident.nullable().describe(
    'The incident that it is merged into, which shows its reports and comments.',
  ),
  merged: z.array(BriefIncident).describe('The incidents merged into it that the caller sees.'),
})
export type OpenIncident = z.output<typeof OpenIncident>

/** The filters of the list. */
export const IncidentFilter = z.object({
  state: state.optional(),
  severity: severity.optional(),
  category: categoryCode.optional(),
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

export const oneIncident = z.object({ id: id('incidents') })
export const incidentsPath = '/api/v1/incidents'
