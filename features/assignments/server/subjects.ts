import type { Subject } from '#kit/server/projections/mark.ts'

/** Stations by their assignments, apart from reports, which the plan does not change. */
export const plannedStations: Subject = { name: 'planned', rows: 'polling_stations' }
/** Areas, which depend on the coverage of their stations. */
export const coveredAreas: Subject = { name: 'covered', rows: 'areas' }
/** Observers, which depend on their planned stations and on those they report from. */
export const plannedObservers: Subject = { name: 'planned observers', rows: 'observers' }
