import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  settled_answers: {},
  differences: 'what observers differ on, not who they are',
  compared_visits: 'which version of a visit was read',
}
