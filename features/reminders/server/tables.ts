import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  reminders: 'what staff wrote, and when it is sent',
  reminded: 'which assignments were reminded, by their numbers',
}
