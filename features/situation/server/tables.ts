import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { wall_links: 'of the staff, and of no observer' }
