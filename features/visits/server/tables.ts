import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  visits: {
    'the number stays': ['election_id', 'id', 'observer_id', 'ngo_id'],
    'what was reported stays, from where and when': [
      ...['polling_station_id', 'county_id', 'arrived_at', 'left_at', 'is_urban_area'],
      ...['is_president_female', 'facts', 'facts_at', 'last_modified'],
      ...['answered', 'flagged', 'notes'],
    ],
    'since when it does not count': ['set_aside_at'],
  },
  repeats: {
    'the number stays': ['election_id', 'id', 'observer_id'],
    'what was reported stays, from where and when': [
      ...['polling_station_id', 'received_at', 'answers', 'facts'],
    ],
  },
  visit_counts: 'how long lists are',
  observer_counties: {
    'the number stays': ['election_id', 'observer_id'],
    'what was reported stays, from where and when': [
      ...['county_id', 'ngo_id', 'reported', 'flagged', 'visits'],
    ],
  },
  unplaced: {
    'the number stays': ['election_id', 'id', 'observer_id', 'ngo_id'],
    'what was reported stays, from where and when': [
      ...['kind', 'reason', 'sent', 'digest', 'subject', 'form_version'],
      ...['received_at', 'said_at', 'superseded_at', 'superseded', 'placement'],
    ],
    'where staff placed it, when, and who of them': [
      ...['placed_at', 'dismissed_at', 'settled_by', 'polling_station_id', 'placing_id'],
    ],
  },
}
