import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  settled_answers: {
    'which answer is right, by the number of the observer': [
      'election_id',
      'id',
      'polling_station_id',
      'question_id',
      'ngo_id',
      'observer_id',
      'answers',
    ],
    'the account that settled it, and when': ['settled_at', 'settled_by', 'undone_at'],
  },
  differences: 'what observers differ on, not who they are',
  uncompared_stations: 'where to compare',
}
