import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  areas: 'places, and who of the staff changed them',
  polling_stations: 'places',
}
