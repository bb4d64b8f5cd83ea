import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { invitations: 'of the staff, whose accounts stay' }
