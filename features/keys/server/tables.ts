import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { access_keys: 'of programs of the staff, and of no observer' }
