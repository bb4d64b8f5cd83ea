import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { containing } from '#database/values/like.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { FoundMunicipality, FoundStation } from '../contract.ts'

/** More results would not be read: the user types more instead. */
const most = 8

/** Only the first words of a search are used. */
const mostWords = 8

/** A shorter piece of a name is in too many stations to be searched. */
const leastLetters = 3

/** A typed word, folded like the text it is searched in. */
export type Word = {
  readonly word: string
  /** No area's name or code contains it. */
  readonly isUnknown: boolean
}

/** The words of a search; all must match. Folded once, and not again for each row. */
export async function readWords(db: Db, { electionId }: Scope, text: string): Promise<Word[]> {
  const typed = [...new Set(text.split(/[\s,]+/).filter(Boolean))].slice(0, mostWords)
  const { rows } = await sql<Word>`
    with said as materialized (
      select place, folded(typed) as word, folded(pattern) as pattern
        from unnest(${typed}::text[], ${typed.map(containing)}::text[])
             with ordinality as typed (typed, pattern, place))
    select word, not exists (select from areas a
                              where a.election_id = ${electionId} and ${areaName} like pattern) as "isUnknown"
      from said where word <> '' order by place`.execute(db)
  return rows
}

/** A code that begins with a zero is no number of a station. */
const isNumber = ({ word }: Word) => /^(0|[1-9]\d{0,8})$/.test(word)

const within = (text: RawBuilder<unknown>, { word }: Word) => sql`${text} like ${containing(word)}`

/** A whole word, not a piece of a longer one. */
const asAWord = (text: RawBuilder<unknown>, { word }: Word) =>
  sql`' ' || ${text} || ' ' like ${containing(` ${word} `)}`

/** Digits that are a piece of longer ones do not match. */
const says = (text: RawBuilder<unknown>, word: Word) =>
  /^\d+$/.test(word.word) ? asAWord(text, word) : within(text, word)

const either = (...terms: readonly RawBuilder<unknown>[]) => sql`(${sql.join(terms, sql` or `)})`
const all = (terms: readonly RawBuilder<unknown>[]) => sql`(${sql.join(terms, sql` and `)})`

const [areaName, countyName, place] = [sql`a.known_as`, sql`c.known_as`, sql`s.place_folded`]

/** How many words are the whole code or a whole word of the name: `B 12` finds București first. */
const wholeWords = (words: readonly Word[]) =>
  sql.join(
    words.map(
      (word) => sql`${either(asAWord(areaName, word), asAWord(countyName, word))}::integer`,
    ),
    sql` + `,
  )

/** The municipalities of that name, in counties that may be part of the search. */
export async function searchMunicipalities(
  db: Db,
  { electionId, countyIds }: Scope,
  words: readonly Word[],
): Promise<FoundMunicipality[]> {
  if (words.length === 0) return []
  const { rows } = await sql<FoundMunicipality>`
    select a.id, a.code, a.name, c.id as "countyId", c.name as county
      from areas a
      join elections e on e.id = a.election_id and a.level = jsonb_array_length(e.level_names)
      join areas c on c.election_id = a.election_id and c.id = a.county_id and c.id <> a.id
     where a.election_id = ${electionId} ${andInCounties({ countyIds }, sql`c.id`)}
       and ${all(words.map((word) => either(says(areaName, word), says(countyName, word))))}
       and ${either(...words.map((word) => says(areaName, word)))}
     order by ${wholeWords(words)} desc, c.position, a.position, a.id
     limit ${most}`.execute(db)
  return rows
}

/**
 * The stations with such a number, or in such a street. Every word is the number, or matches the station, its
 * municipality or its county.
 */
export async function searchStations(
  db: Db,
  scope: Scope,
  words: readonly Word[],
): Promise<FoundStation[]> {
  const numbers = words.filter(isNumber).map(({ word }) => word)
  const numbered = sql`s.number = any(${numbers}::integer[])`
  const meant = candidates(scope, words, numbered)
  if (!meant) return []
  const { rows } = await sql<FoundStation>`
    with s as materialized (
      select id, number, name, address, place_folded, area_id, county_id from (${meant}) s)
    select s.id, s.number, s.name, s.address, c.id as "countyId", c.name as county,
           case when a.id <> c.id then a.id end as "municipalityId",
           case when a.id <> c.id then a.name else '' end as municipality
      from s
      join areas a on a.election_id = ${scope.electionId} and a.id = s.area_id
      join areas c on c.election_id = ${scope.electionId} and c.id = s.county_id
     where ${all(words.map(isKnown))}
     order by ${numbered} desc, ${wholeWords(words)} desc, c.position, a.position, a.id, s.number
     limit ${most}`.execute(db)
  return rows
}

/**
 * The candidate stations, read once: given all conditions at once, the planner scanned every station for each area.
 * Undefined where the words are too short.
 */
function candidates(
  scope: Scope,
  words: readonly Word[],
  numbered: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  const named = words.filter((one) => !isNumber(one) && one.word.length >= leastLetters)
  const unknown = named.filter(({ isUnknown }) => isUnknown)
  const some = (isMeant: RawBuilder<unknown>) => sql`
    select s.* from polling_stations s
     where s.election_id = ${scope.electionId} ${andInCounties(scope, sql`s.county_id`)} and ${isMeant}`

  // A word that no area has can only be in the address.
  if (unknown.length > 0) {
    const inPlace = some(all(unknown.map((word) => within(place, word))))
    const isAll = unknown.length === words.length
    return isAll ? sql`${inPlace} order by s.county_id, s.area_id, s.number limit ${most}` : inPlace
  }
  const inPlace = either(...named.map((word) => within(place, word)))
  if (!words.some(isNumber)) return named.length > 0 ? some(inPlace) : undefined
  if (named.length === 0) return some(numbered)
  return sql`${some(numbered)} union all ${some(sql`not ${numbered} and ${inPlace}`)}`
}

/** Whether the word matches the station `s`. */
const isKnown = (word: Word): RawBuilder<unknown> =>
  either(
    ...(isNumber(word) ? [sql`s.number = ${word.word}::integer`] : []),
    ...[areaName, countyName, place].map((text) => says(text, word)),
  )
