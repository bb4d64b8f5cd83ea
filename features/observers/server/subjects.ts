import type { Subject } from '#kit/server/projections/mark.ts'

/** Properties of observers that figures depend on: organisation, test flag, deletion. */
export const observers: Subject = { name: 'observers', rows: 'observers' }
