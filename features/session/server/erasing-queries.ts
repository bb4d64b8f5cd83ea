import { sql } from 'kysely'
import type { Eraser } from '#kit/server/election.ts'

/**
 * Deletes the phones of an election's observers. A number that failed to sign in may have been any observer's, so all are
 * deleted that are not an observer's in another election. The count of a running guess restarts.
 */
export const erasedPhones: Eraser = {
  gone: [
    {
      table: 'sign_in_failures',
      which: (id) => sql`
        t.account like 'observer:%'
        and t.account not in (
          select 'observer:' || number
            from observers o, unnest(array[o.phone_digits, o.phone_e164]) as number
           where o.election_id <> ${id} and o.phone <> '' and number is not null)`,
    },
    { table: 'devices' },
    { table: 'refused_tries' },
    { table: 'sessions' },
  ],
}
