import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  incidents: 'what was found and what came of it, as staff wrote it; findings stay, as reports do',
  incident_reports: {
    'which visits an incident is about, by ids': ['election_id', 'incident_id', 'visit_id'],
  },
  incident_notes: {
    'which notes an incident is about, by ids': ['election_id', 'incident_id', 'note_id'],
  },
  incident_categories: 'their names',
  dismissed_suggestions: 'ids of place, question and account',
}
