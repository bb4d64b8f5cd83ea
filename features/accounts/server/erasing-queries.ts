import { sql } from 'kysely'
import type { Eraser } from '#kit/server/election.ts'

/** Deleted accounts could still be restored, with name, address and password. */
export const erasedAccounts: Eraser = {
  gone: [{ table: 'deleted_accounts', which: () => sql`true` }],
}
