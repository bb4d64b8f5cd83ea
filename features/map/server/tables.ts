import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { shape_files: 'the outlines of areas' }
