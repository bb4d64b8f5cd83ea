import { type RawBuilder, sql } from 'kysely'
import { containing } from '#database/like.ts'
import type { Db } from '#database/open.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { readPhone, type TypedPhone } from '#features/session/server/sign-in/phone-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { beginningOf } from '#kit/server/phone-number.ts'

/** A part of a phone that somebody looks for. */
export type PhonePart = {
  readonly typed: string
  /** What it is as a whole phone, if it is one. */
  readonly whole: TypedPhone
  /** How the numbers begin that begin with it, where its digits alone would not find them. */
  readonly beginning: string | undefined
}

/** Reads what somebody looks for as phones are read in the election; nothing where nothing is looked for. */
export async function readPart<Said extends string | undefined>(
  db: Db,
  electionId: Id<'elections'>,
  typed: Said,
): Promise<PhonePart | (undefined extends Said ? undefined : never)>
export async function readPart(
  db: Db,
  electionId: Id<'elections'>,
  typed: string | undefined,
): Promise<PhonePart | undefined> {
  if (typed === undefined) return undefined
  const country = await getHomeCountry(db, electionId)
  const whole = readPhone(typed, country)
  const beginning = beginningOf(typed, country)
  // `0722` is `+40722`, and also somewhere within it.
  const isFound = !beginning || beginning.includes(whole.digits)
  return { typed, whole, beginning: isFound ? undefined : beginning }
}

/** The phone of the observer `o` as it was typed and as the number that it is, as the index has them. */
const bothWays = sql`(o.phone_digits || coalesce(o.phone_e164, ''))`

/**
 * Has the observer `o` a phone with this part, however either was typed? What has no digits is looked for
 * as it stands.
 */
export const hasPart = ({ typed, whole, beginning }: PhonePart): RawBuilder<unknown> =>
  whole.digits === ''
    ? sql`o.phone ilike ${containing(typed)}`
    : either(whole.digits, beginning, (part) => sql`${bothWays} like ${containing(part)}`)

/** The same, asked of an index, which expects that few have it. */
export const isFoundBy = (part: PhonePart): RawBuilder<unknown> =>
  part.whole.digits === ''
    ? hasPart(part)
    : either(
        part.whole.digits,
        part.beginning,
        (each) => sql`${bothWays} like ${containing(each)}
                      and ${mayHave(bothWays, each, sql`${each}`)}`,
      )

const either = (
  digits: string,
  beginning: string | undefined,
  has: (part: string) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  beginning === undefined ? has(digits) : sql`(${has(digits)} or ${has(beginning)})`

/** Is it just the phone of the observer `o`? */
export const isPhone = ({ whole: { digits, e164 } }: PhonePart): RawBuilder<unknown> =>
  sql`(o.phone_digits = ${digits} or coalesce(o.phone_e164 = ${e164}, false))`

/**
 * Narrows by an index to those that may have the part: they have all that is three signs long in it. In
 * queries of their own, what is looked for is worked out once and not for every observer.
 */
export const mayHave = (
  text: RawBuilder<unknown>,
  typed: string,
  part: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  typed.length < 3 ? sql`true` : sql`thirds(${text}) @> (select thirds(${part}))`
