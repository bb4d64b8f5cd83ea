import type { Subject } from '#kit/server/projections/mark.ts'

/** Organisations: whether they are active. */
export const ngos: Subject = { name: 'ngos' }
