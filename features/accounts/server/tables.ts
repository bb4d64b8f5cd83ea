import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  ngos: 'organisations',
  staff: 'of the staff, whose accounts stay',
  deleted_accounts: {},
}
