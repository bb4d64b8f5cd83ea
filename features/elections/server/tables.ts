import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { elections: 'what it is called, and how far it is' }
