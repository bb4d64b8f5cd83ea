import { sql } from 'kysely'
import type { Eraser } from '#kit/server/election.ts'

/**
 * The phones of an election's observers. Of numbers that failed to sign in nobody can say whose they once
 * were: all are deleted that are not an observer's elsewhere. Whoever is guessing just now starts counting
 * anew.
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
