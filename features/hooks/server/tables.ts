import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  hooks: 'addresses of programs, and accounts of the staff',
  hook_deliveries: 'events by ids, and replies of programs; deleted after 30 days',
}
