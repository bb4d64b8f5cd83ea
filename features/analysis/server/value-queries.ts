import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { valueAsNumber } from '#features/answers/server/list/option-queries.ts'
import type { QuestionKind } from '#features/forms/kind-contract.ts'
import { answerType, rulesOf } from '#features/forms/kind-domain.ts'
import { isReadable } from '#features/forms/value-domain.ts'
import type { PageQuery } from '#kit/contract/page.ts'
import type { Dimension, Outlier, Values } from '../contract.ts'
import { type ValueRow, valuesOf } from '../values-domain.ts'
import { type AnalysisRequest, countedAnswers, groupings, joinVisit } from './queries.ts'
import { pageOfAnswers } from './text-queries.ts'

/** No stored value is longer. */
const longest = 100

type ValueRequest = AnalysisRequest & { readonly kind: QuestionKind }

/** `from answers a where …`: those that are read as the question asks now. */
const readAnswers = async (db: Db, request: ValueRequest): Promise<RawBuilder<unknown>> => sql`
  ${await countedAnswers(db, request)}
   and (a.option_id, a.form_version) in (
         select p.option_id, p.form_version from published_options p
          where p.election_id = ${request.scope.electionId} and p.question_id = ${request.questionId}
            and p.kind = ${request.kind})`

/** The values of answers to the question in its current kind; null: that kind has none to be read. */
export async function findValues(db: Db, request: ValueRequest): Promise<Values | null> {
  const { kind } = request
  if (!isReadable(kind)) return null
  const { rows } = await sql<ValueRow>`
    select left(a.value, ${rulesOf(kind).hourSigns ?? longest}) as value, count(*)::integer as reports
      ${await readAnswers(db, request)}
     group by 1`.execute(db)
  return valuesOf(kind, rows)
}

/** The median of numbers and ratings in each group, by its key. */
export async function findMedians(
  db: Db,
  request: ValueRequest,
  dimension: Dimension,
): Promise<ReadonlyMap<string, number>> {
  if (answerType(request) !== 'number') return new Map()
  const { by, key, join } = groupings(request)[dimension]
  const { rows } = await sql<{ key: string; median: number | null }>`
    with counted as materialized (
      select ${by} as by, percentile_cont(0.5) within group (order by ${valueAsNumber}) as median
        from (select a.* ${await readAnswers(db, request)} offset 0) a ${joinVisit(request.scope)}
       group by 1)
    select ${key} as key, counted.median from counted ${join}`.execute(db)
  return new Map(rows.flatMap(({ key, median }) => (median === null ? [] : [[key, median]])))
}

/** A page of the numbers far from the others, and how many there are. */
export async function listOutliers(
  db: Db,
  request: ValueRequest,
  query: PageQuery,
): Promise<{ data: Outlier[]; totalItems: number }> {
  const { summary, outliers } = (await findValues(db, request)) ?? {}
  if (!summary || !outliers?.reports) return { data: [], totalItems: 0 }
  const { below, above } = outliers
  const { data, totalItems } = await pageOfAnswers(db, request, query, {
    answers: sql`${await readAnswers(db, request)} and (${valueAsNumber} < ${below} or ${valueAsNumber} > ${above})`,
    text: sql`a.value`,
    rank: sql`-abs(${valueAsNumber} - ${summary.median})`,
  })
  return { data: data.map(({ optionId: _, text: value, ...of }) => ({ ...of, value })), totalItems }
}
