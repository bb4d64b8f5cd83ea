import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  sessions: {},
  devices: {},
  sign_in_failures: {},
  refused_tries: {},
  known_devices: 'digests: neither phone nor account can be read from them',
  sign_in_minutes: 'the number of tries, not their accounts or phones; gone after an hour',
}
