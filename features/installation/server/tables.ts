import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { installation: 'what it was set up with' }
