import type { Subject } from '#kit/server/projections/mark.ts'

export const forms: Subject = { name: 'forms', rows: 'forms' }
