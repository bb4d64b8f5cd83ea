import type { Subject } from '#kit/server/projections/mark.ts'

/** What observers are: of which organisation, whether they only test, whether they are deleted. */
export const observers: Subject = { name: 'observers', rows: 'observers' }
