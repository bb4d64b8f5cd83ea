import { type RawBuilder, sql } from 'kysely'
import type { Duty } from '#kit/contract/duty.ts'

/**
 * The duty of an account before anything else, in a session that began at this moment; null: none. A session that began
 * before second factors became required is not interrupted.
 */
export const dutyInSession = (begunAt: RawBuilder<unknown>) => sql<Duty | null>`
  case when staff.password_until is not null then 'choose-password'
       when staff.id is not null
        and (select factors_wanted_since from installation) <= ${begunAt}
        and not exists (select from authenticators a where a.staff_id = staff.id)
        and not exists (select from passkeys p where p.staff_id = staff.id)
       then 'set-up-factor' end`

/** The duty of a session that begins or is prolonged now. */
export const dutyNow = dutyInSession(sql`'infinity'`)
