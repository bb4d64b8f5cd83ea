import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  settled_answers: {},
  differing_answers: {
    'what was reported stays': [
      ...['election_id', 'polling_station_id', 'question_id', 'visit_id', 'form_version'],
      ...['said', 'said_at', 'is_again'],
    ],
  },
  compared_visits: 'which version of a visit was read',
}
