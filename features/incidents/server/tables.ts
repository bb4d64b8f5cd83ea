import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  incidents: 'what was found and what came of it, as staff wrote it; findings stay, as reports do',
  incident_reports: {
    'which visits an incident is about, by ids': ['election_id', 'incident_id', 'visit_id'],
  },
  incident_notes: {
    'which notes an incident is about, by ids': ['election_id', 'incident_id', 'note_id'],
  },
  public_registers: {
    'since when readers without an account see them, and by which account': [
      ...['election_id', 'published_at', 'published_by'],
    ],
  },
  incident_categories: 'their names',
  dismissed_suggestions: 'ids of place, question and account',
}
