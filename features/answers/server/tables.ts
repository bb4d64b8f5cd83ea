import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  answers: {
    'what was reported stays, from where and when': [
      ...['election_id', 'visit_id', 'question_id', 'option_id', 'form_id', 'form_version', 'text'],
      'value',
      ...['is_flagged', 'received_at'],
    ],
  },
  corrections: {
    'what was reported stays, and what counts instead': [
      ...['election_id', 'visit_id', 'question_id', 'own', 'corrected', 'revision', 'ended_at'],
    ],
    'the account that corrected it, and when': ['corrected_at', 'corrected_by'],
  },
  station_counts: 'how much was reported',
  county_counts: 'how much was reported',
  station_flags: 'how much was reported',
  flagged_stations: 'how much was reported',
  visit_reports: 'how much was reported',
  report_counts: 'how much was reported',
  failed_checks: 'how many checks reports fail',
  reports_seen: {
    'which account opened which visit, by ids': [
      ...['election_id', 'staff_id', 'visit_id', 'last_modified', 'open_until'],
    ],
  },
}
