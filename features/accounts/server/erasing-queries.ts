import { sql } from 'kysely'
import type { Eraser } from '#kit/server/election.ts'

/** Accounts that were deleted could still be brought back, with name, address and password. */
export const erasedAccounts: Eraser = {
  gone: [{ table: 'deleted_accounts', which: () => sql`true` }],
}
