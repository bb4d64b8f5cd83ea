import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { joinCounted, stationName } from '#features/places/server/queries.ts'
import { queryOf, textWordsOf } from '#features/search/domain.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { AnswerText } from '../contract.ts'
import { type AnalysisRequest, countedAnswers, joinVisit } from './queries.ts'

/** A page of the texts written with the answers to a question, newest first, and how many there are. */
export async function listTexts(
  db: Db,
  request: AnalysisRequest,
  query: PageQuery & { readonly search: string },
): Promise<{ data: AnswerText[]; totalItems: number }> {
  const words = textWordsOf(query.search)
  const isWanted =
    words.length === 0
      ? sql`a.text is not null`
      : sql`a.text is not null and words_in(a.text) @@ to_tsquery('simple', ${queryOf(words)})`
  return pageOfAnswers(db, request, query, {
    answers: sql`${await countedAnswers(db, request)} and ${isWanted}`,
    text: sql`a.text`,
    rank: sql`0`,
  })
}

type Ranked = {
  /** `from answers a where …` */
  readonly answers: RawBuilder<unknown>
  /** What is shown of answer `a`. */
  readonly text: RawBuilder<unknown>
  /** The smallest first; the newest of the same. */
  readonly rank: RawBuilder<unknown>
}

/** A page of answers with the reports that they are part of. */
export async function pageOfAnswers(
  db: Db,
  { scope }: AnalysisRequest,
  query: PageQuery,
  { answers, text, rank }: Ranked,
): Promise<{ data: AnswerText[]; totalItems: number }> {
  const { electionId } = scope
  const { rows } = await sql<AnswerText & { readonly total: number }>`
    with found as materialized (
      select a.option_id, a.visit_id, ${text} as text, a.received_at as at, ${rank} as rank,
             v.observer_id, v.polling_station_id
        from (select a.* ${answers} offset 0) a
        ${joinVisit(scope)}),
    page as materialized (
      select * from found order by rank, at desc, visit_id, option_id
       limit ${query.pageSize} offset ${skipped(query)})
    select counted.total, page.option_id, page.text, page.at, page.observer_id,
           page.polling_station_id, ${stationName} as polling_station_name
      from (select count(*)::integer as total from found) counted
      left join (page ${joinCounted(sql`${electionId}`, sql`page.polling_station_id`)}
                 join areas a on a.election_id = ${electionId} and a.id = s.area_id
                 join areas c on c.election_id = ${electionId} and c.id = s.county_id) on true
     order by page.rank, page.at desc, page.visit_id, page.option_id`.execute(db)
  const data = rows.flatMap(({ total: _, ...row }) => (row.optionId === null ? [] : [row]))
  return { data, totalItems: rows[0]?.total ?? 0 }
}
