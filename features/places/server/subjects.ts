import type { Subject } from '#kit/server/projections/mark.ts'

export const stations: Subject = { name: 'stations', rows: 'polling_stations' }
export const areas: Subject = { name: 'areas', rows: 'areas' }
