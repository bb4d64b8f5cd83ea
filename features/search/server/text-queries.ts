import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { isSeenBy, leavesAt } from '#features/notifications/server/queries.ts'
import { joinCounted, stationName } from '#features/places/server/queries.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { type FoundMessage, type FoundText, mostHits } from '../contract.ts'
import { queryOf, saysAll, snippetOf, textWordsOf } from '../domain.ts'

/** What was found, newest first; and whether some matches were not read. */
export type Texts<Hit> = { readonly rows: readonly Hit[]; readonly isCut: boolean }

/** Texts of reports. */
export type TextSource = {
  /** The rows `n`, ready for further conditions. */
  readonly rows: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly formId: RawBuilder<unknown>
}

export const noteTexts: TextSource = {
  rows: sql`notes n where true`,
  id: sql`n.id::text`,
  formId: sql`(select q.form_id from questions q where q.election_id = n.election_id and q.id = n.question_id)`,
}

export const answerTexts: TextSource = {
  rows: sql`answers n where n.text is not null`,
  id: sql`concat_ws('-', n.visit_id, n.question_id, n.option_id)`,
  formId: sql`n.form_id`,
}

/** How many of the newest reports are read: they have the common words, for which the index has too many texts. */
const newestReports = 200

/** How many matches are read from an index at most. */
const mostRead = 5000

/** How much of a text is read. */
const mostLetters = 2000

/** The visits `v` in the caller's scope. */
const ofScope = (scope: Scope) => sql`
  v.election_id = ${scope.electionId}
  and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`v.county_id`)}`

/** Notes or answers with all words that the caller may see. */
export async function searchTexts(
  db: Db,
  scope: Scope,
  typed: string,
  source: TextSource,
): Promise<Texts<FoundText>> {
  const words = textWordsOf(typed)
  if (words.length === 0) return { rows: [], isCut: false }
  const seesAll = scope.ngoId === null && scope.countyIds === null
  const listFirst = () => listNewest(db, scope, words, source)
  const first = seesAll ? await listFirst() : []
  const isEnough = first.length > mostHits
  const indexed = isEnough
    ? { hits: [], isCut: false }
    : await listIndexed(db, scope, words, source)
  // Without statistics, PostgreSQL sorts all visits of an organisation: only for words that are in very many texts.
  const newest = indexed.isCut && !seesAll ? await listFirst() : first
  const known = new Set(newest.map(({ id }) => id))
  const hits = [...newest, ...indexed.hits.filter(({ id }) => !known.has(id))]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, mostHits + 1)
  return { rows: await name(db, scope, words, hits), isCut: indexed.isCut }
}

type Hit = Pick<FoundText, 'id' | 'observerId' | 'pollingStationId' | 'formId' | 'at'> & {
  readonly countyId: number
  readonly text: string
}

const columns = ({ id, formId }: TextSource) => sql`
  ${id} as id, v.observer_id, v.polling_station_id, v.county_id, ${formId} as form_id,
  n.received_at as at, left(n.text, ${mostLetters}) as text`

/** Looked up for each visit: joined without statistics, PostgreSQL reads all answers of the election. */
async function listNewest(
  db: Db,
  scope: Scope,
  words: readonly string[],
  source: TextSource,
): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    with v as materialized (
      select v.* from visits v
       where ${ofScope(scope)} and (v.answered > 0 or v.notes > 0)
       order by v.last_modified desc, v.id desc limit ${newestReports})
    select ${columns(source)}
      from v cross join lateral (
        select * from ${source.rows} and n.election_id = ${scope.electionId} and n.visit_id = v.id offset 0) n`.execute(
    db,
  )
  return rows.filter(({ text }) => saysAll(text, words))
}

/** The sum keeps PostgreSQL, without statistics, from reading all rows of the election by its key. */
async function listIndexed(
  db: Db,
  scope: Scope,
  words: readonly string[],
  source: TextSource,
): Promise<{ hits: readonly Hit[]; isCut: boolean }> {
  type Row = Hit | { readonly id: null }
  const { rows } = await sql<Row & { readonly isCut: boolean }>`
    with n as materialized (
      select * from ${source.rows}
         and words_in(n.text) @@ to_tsquery('simple', ${queryOf(words)}) and n.election_id + 0 = ${scope.electionId}
       limit ${mostRead}),
    hits as (
      select ${columns(source)}
        from (select * from n order by received_at desc offset 0) n
       cross join lateral (select * from visits v where ${ofScope(scope)} and v.id = n.visit_id offset 0) v
       order by n.received_at desc limit ${mostHits + 1})
    select cut.is_cut, hits.* from (select count(*) = ${mostRead} as is_cut from n) cut left join hits on true`.execute(
    db,
  )
  return { hits: rows.filter((row) => row.id !== null), isCut: rows.some(({ isCut }) => isCut) }
}

/** Adds the names to what is shown. */
async function name(
  db: Db,
  { electionId }: Scope,
  words: readonly string[],
  hits: readonly Hit[],
): Promise<FoundText[]> {
  type Named = Pick<FoundText, 'observerName' | 'pollingStationName'>
  const { rows } = await sql<Named>`
    select o.name as observer_name, ${stationName} as polling_station_name
      from unnest(${hits.map(({ observerId }) => observerId)}::integer[],
                  ${hits.map(({ pollingStationId }) => pollingStationId)}::integer[],
                  ${hits.map(({ countyId }) => countyId)}::integer[])
           with ordinality as hit (observer_id, polling_station_id, county_id, place)
      join observers o on o.election_id = ${electionId} and o.id = hit.observer_id
      ${joinCounted(sql`${electionId}`, sql`hit.polling_station_id`)}
      join areas a on a.election_id = ${electionId} and a.id = s.area_id
      join areas c on c.election_id = ${electionId} and c.id = hit.county_id
     order by hit.place`.execute(db)
  return rows.map((named, at) => {
    const { text, countyId: _, ...hit } = hits[at] as Hit
    return { ...hit, ...named, snippet: snippetOf(text, words) }
  })
}

type MessageRow = Omit<FoundMessage, 'snippet'> & { readonly body: string }

/** The messages with all words that the caller may see, newest first. */
export async function searchMessages(
  db: Db,
  who: StaffActor,
  typed: string,
): Promise<Texts<FoundMessage>> {
  const words = textWordsOf(typed)
  if (words.length === 0) return { rows: [], isCut: false }
  const { rows } = await sql<MessageRow>`
    with n as materialized (
      select n.* from notifications n
       where words_in(n.title || ' ' || n.body) @@ to_tsquery('simple', ${queryOf(words)}))
    select n.id, n.title, n.body, ${leavesAt} as at from n
     where ${isSeenBy(who)}
     order by ${leavesAt} desc, n.id desc limit ${mostHits + 1}`.execute(db)
  return {
    rows: rows.map(({ body, ...hit }) => ({ ...hit, snippet: snippetOf(body, words) })),
    isCut: false,
  }
}
