import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  milestones: 'what was due by when, and who of the staff changed it',
  expectations: {
    'who was to be where, and what was reported from there, by the number of the observer': [
      ...['election_id', 'assignment_id', 'milestone_id', 'observer_id', 'polling_station_id'],
      ...['county_id', 'area_id', 'ngo_id', 'due_at', 'progress', 'done_at'],
    ],
    'the account that excused it, and when': ['excused_at', 'excused_by'],
  },
  excuses: {
    'which assignment is excused from what': ['election_id', 'assignment_id', 'milestone_id'],
    'the account that excused it, and when': ['excused_at', 'excused_by'],
  },
  expectation_counts: 'how many there are',
}
