import type { Subject } from '#kit/server/projections/mark.ts'

/** What was reported at a station by an observer. */
export const visits: Subject = { name: 'visits', rows: 'visits' }
/** Observers by what they reported, which marks of visits make stale. */
export const reporters: Subject = { name: 'reporters', rows: 'observers' }
