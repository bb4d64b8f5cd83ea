import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  alerts_read: 'until when accounts have read alerts, by ids',
  alert_settings: 'of the staff, whose accounts stay',
}
