import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { handovers: {} }
