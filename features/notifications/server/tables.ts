import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  notifications: 'what staff wrote, and how many got it',
  deliveries: {
    'the number stays': ['election_id', 'notification_id', 'observer_id'],
    'what became of a message': ['state', 'why', 'at'],
    'the stations that it names to them': ['stations'],
  },
}
