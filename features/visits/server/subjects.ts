import type { Subject } from '#kit/server/projections/mark.ts'

/** One observer's visits. */
export const visits: Subject = { name: 'visits', rows: 'visits' }
/** Observers, whose totals depend on their visits. */
export const reporters: Subject = { name: 'reporters', rows: 'observers' }
