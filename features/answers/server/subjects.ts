import type { Subject } from '#kit/server/projections/mark.ts'

/** Stations that others are merged into, and all others: by the id that they are counted as. */
export const countedStations: Subject = { name: 'counted-stations' }
/** Quarters of an hour since 1970. */
export const quarters: Subject = { name: 'quarters' }
/** Forms by the stations where anything is flagged in them; 0: any form. */
export const flaggedForms: Subject = { name: 'flagged-forms' }
