import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  settled_answers: {},
  differences: 'what observers differ on, not who they are',
  uncompared_stations: 'where to compare',
}
