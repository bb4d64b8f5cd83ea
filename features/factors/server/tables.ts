import type { Tables } from '#kit/server/tables.ts'

export const tables: Tables = {
  authenticators: 'of the staff, whose accounts stay',
  recovery_codes: 'of the staff, whose accounts stay',
  passkeys: 'of the staff, whose accounts stay',
  spent_challenges: 'questions that were answered, until they expire',
}
