import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { containing } from '#database/values/like.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { readPhone, type TypedPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { wordsOf } from '#kit/contract/value/folded.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { beginningOf } from '#kit/server/phone-number.ts'

/** A part of a phone used as a search term. */
export type PhonePart = {
  readonly typed: string
  /** The term as a whole phone, if it is one. */
  readonly whole: TypedPhone
  /** The prefix of the numbers that begin with it, where its digits alone would not find them. */
  readonly beginning: string | undefined
}

/** Parses the search term as phones are parsed in the election; undefined without one. */
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
  // `0722` is `+40722`, and may also occur within a number.
  const isFound = !beginning || beginning.includes(whole.digits)
  return { typed, whole, beginning: isFound ? undefined : beginning }
}

/** The phone of the observer `o` as typed and as the parsed number, as in the index. */
const bothWays = sql`(o.phone_digits || coalesce(o.phone_e164, ''))`

/**
 * Does the phone of observer `o` contain this part, however either was typed? A part without digits is
 * searched literally.
 */
export const hasPart = ({ typed, whole, beginning }: PhonePart): RawBuilder<unknown> =>
  whole.digits === ''
    ? sql`o.phone ilike ${containing(typed)}`
    : either(whole.digits, beginning, (part) => sql`${bothWays} like ${containing(part)}`)

/** `hasPart` as an index condition, for searches with few matches. */
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

/** Is it exactly the phone of the observer `o`? */
export const isPhone = ({ whole: { digits, e164 } }: PhonePart): RawBuilder<unknown> =>
  sql`(o.phone_digits = ${digits} or coalesce(o.phone_e164 = ${e164}, false))`

/**
 * Narrows by an index to possible matches: they contain all trigrams of the part. In subqueries, the term is
 * computed once and not for every observer.
 */
export const mayHave = (
  text: RawBuilder<unknown>,
  typed: string,
  part: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  typed.length < 3 ? sql`true` : sql`thirds(${text}) @> (select thirds(${part}))`

/** Only the first words of a search are used. */
const mostWords = 8

const all = (typed: string, has: (word: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join([sql`true`, ...wordsOf(typed).slice(0, mostWords).map(has)], sql` and `)

const isInName = (word: string) => sql`o.name_folded like (select folded(${containing(word)}))`

/** Does the name of observer `o` contain every typed word, in any order? */
export const hasName = (typed: string): RawBuilder<unknown> => all(typed, isInName)

/** `hasName` as an index condition, for searches with few matches. */
export const isFoundByName = (typed: string): RawBuilder<unknown> =>
  all(
    typed,
    (word) => sql`${isInName(word)} and ${mayHave(sql`o.name_folded`, word, sql`folded(${word})`)}`,
  )

/** Shorter words resemble too many names. */
const fewestToForgive = 5

/**
 * `hasName` with one typing mistake in each longer word: a letter that is wrong, missing, too many or swapped with the
 * next. Its first or last three letters must be right, which is compared first because it is faster.
 */
export const isAlmostNamed = (typed: string): RawBuilder<unknown> =>
  all(typed, (word) => {
    if (word.length < fewestToForgive) return isInName(word)
    const ends = [containing(word.slice(0, 3)), containing(word.slice(-3))]
    return sql`case when o.name_folded like any(${ends}::text[]) then o.name_folded ~ ${mistyped(word)} else false end`
  })

/** A pattern of the word with one mistake. */
function mistyped(word: string): string {
  const letters = [...word].map((letter) => letter.replace(/[^\p{L}\p{N}]/u, '\\$&'))
  const cut = (from: number, until?: number) => letters.slice(from, until).join('')
  return letters
    .flatMap((letter, at) => [
      `${cut(0, at)}.?${cut(at + 1)}`,
      `${cut(0, at)}.${cut(at)}`,
      `${cut(0, at)}${cut(at + 1, at + 2)}${letter}${cut(at + 2)}`,
    ])
    .join('|')
}
