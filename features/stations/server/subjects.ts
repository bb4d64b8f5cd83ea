import type { Subject } from '#kit/server/projections/mark.ts'

/** One key for all stations in the queue of comparisons, which is a table. */
export const comparing: Subject = { name: 'comparing' }
