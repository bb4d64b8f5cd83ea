import { type RawBuilder, sql } from 'kysely'
import { phoneDigits } from '#features/session/domain.ts'
import type { TypedPhone } from '#features/session/server/sign-in/phone-queries.ts'
import type { Scope } from '#kit/contract/who.ts'
import { judgeNumber } from '#kit/server/phone-number.ts'
import { type PhoneDoubt, phoneDoubt } from '../doubt-domain.ts'

/** A typed phone, and why it may be none of its country. */
export type JudgedPhone = TypedPhone & { readonly doubt: PhoneDoubt | null }

/** @param country the home country of the election's phones */
export function judgePhone(typed: string, country: string): JudgedPhone {
  const { number, misfit } = judgeNumber(typed, country)
  return {
    digits: phoneDigits(typed),
    e164: number,
    doubt: phoneDoubt(typed, misfit) ?? null,
  }
}

/** A session proves that an observer can sign in, whatever their phone and PIN look like. */
const isSignedOut = (row: string) => sql`
  not exists (select from sessions s
               where s.election_id = ${sql.ref(row)}.election_id and s.observer_id = ${sql.ref(row)}.id
                 and s.revoked_at is null)`

/** Each of the two indexes of numbers is searched by itself. */
const hasOther = (which: RawBuilder<unknown>) => sql`
  exists (select from observers p
           where p.election_id = o.election_id and p.phone_e164 = o.phone_e164
             and p.deleted_at is null and p.id <> o.id and ${which})`

/** Why the observer `o` may not be able to sign in. */
export const doubts = sql`
  case when o.deleted_at is null and ${isSignedOut('o')}
       then array_remove(array[o.phone_doubt,
              case when ${hasOther(sql`p.shares_number`)}
                     or o.shares_number and ${hasOther(sql`not p.shares_number`)}
                   then 'phone.shared' end,
              o.pin_doubt], null)
       else array[]::text[] end`

/** The condition that observer `o` may be unable to sign in. The few with doubts have an index. */
export const isDoubted = (scope: Scope): RawBuilder<unknown> => sql`
  (${isSharing(scope)} or o.id = any(array(
    select d.id from observers d
     where d.election_id = ${scope.electionId} and d.deleted_at is null
       and (d.phone_doubt is not null or d.pin_doubt is not null))))
  and ${isSignedOut('o')}`

/**
 * The condition that another observer shares the number of observer `o`. It starts from observers marked as sharing,
 * because they are few and have an index.
 */
export const isSharing = ({ electionId }: Scope): RawBuilder<unknown> => {
  const others = sql`
    select p.id from observers p
     where p.election_id = t.election_id and p.phone_e164 = t.phone_e164
       and p.deleted_at is null and p.id <> t.id`
  return sql`o.id = any(array(
    select unnest(array[t.id, p.id]) from observers t
     cross join lateral (${others} and p.shares_number
                         union all ${others} and not p.shares_number) p
     where t.election_id = ${electionId} and t.shares_number and t.deleted_at is null))`
}
