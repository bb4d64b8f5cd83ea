import type { Subject } from '#kit/server/projections/mark.ts'

export const stations: Subject = { name: 'stations', table: 'polling_stations' }
export const areas: Subject = { name: 'areas', table: 'areas' }
