import type { Subject } from '#kit/server/projections/mark.ts'

/** The stations that are to be compared, all under one key: which these are is stored. */
export const comparing: Subject = { name: 'comparing' }
