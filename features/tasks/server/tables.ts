import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = { tasks: {}, task_files: {}, imports: {}, imported_rows: {} }
