import type { Subject } from '#kit/server/projections/mark.ts'

/** Stations by their assignments, apart from reports, which the plan does not change. */
export const plannedStations: Subject = { name: 'planned', rows: 'polling_stations' }
/** Areas by which of their stations are covered. */
export const coveredAreas: Subject = { name: 'covered', rows: 'areas' }
/** Observers by where they are planned to be, and where they report from. */
export const plannedObservers: Subject = { name: 'planned observers', rows: 'observers' }
