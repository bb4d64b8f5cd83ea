import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  assignments: {
    'who was to be where stays, by the number of an observer who has no name any more': [
      ...[
        'election_id',
        'id',
        'observer_id',
        'polling_station_id',
        'from_at',
        'until_at',
        'is_mobile',
        'began_at',
        'cut_until',
      ],
    ],
    'when staff changed it, and who of them': ['deleted_at', 'revision', 'changes', 'changing'],
  },
  station_cover: 'which stations an organisation covered, and which it visited',
  cover_counts: 'how many there are',
  coverage_targets: 'the stations that shares of coverage are of',
  observers_elsewhere: {
    'who reported from another station than planned, by the number of the observer': [
      ...['election_id', 'observer_id', 'assignment_id', 'polling_station_id', 'said_at'],
    ],
  },
}
