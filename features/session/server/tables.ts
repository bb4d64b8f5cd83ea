import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  sessions: {},
  devices: {},
  sign_in_failures: {},
  refused_tries: {},
  known_devices: 'digests: neither phone nor account can be read from them',
  sign_in_minutes: 'how many tries there were, whoever tried; gone after an hour',
}
