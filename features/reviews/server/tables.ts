import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  reviews: {
    'which account reviewed which report, and when': [
      ...['election_id', 'visit_id', 'state', 'assignee_id', 'seen_until'],
      ...['changed_at', 'changed_by', 'change_id', 'revision', 'before'],
      ...['assigned_at', 'assigned_by', 'notification_id'],
    ],
  },
}
