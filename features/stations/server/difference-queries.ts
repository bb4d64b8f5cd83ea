import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import { listQuestionsOf } from '#features/forms/server/queries.ts'
import { areasWithin } from '#features/places/server/queries.ts'
import { isCounted } from '#features/visits/server/counted-queries.ts'
import { type PageQuery, skipped } from '#kit/contract/page.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type {
  ChosenOption,
  Difference,
  DifferenceFilter,
  DifferingAnswer,
  DifferingQuestion,
} from '../differences-contract.ts'

/** The latest settlement of each question at each station, among the observers that the caller sees. */
const settlements = ({ electionId, ngoId }: Scope) => sql`
  select distinct on (s.polling_station_id, s.question_id) s.polling_station_id, s.question_id, s.answers, s.settled_at
    from settled_answers s
   where s.election_id = ${electionId} and s.ngo_id is not distinct from ${ngoId}::integer and s.undone_at is null
   order by s.polling_station_id, s.question_id, s.id desc`

/**
 * The differences that a caller sees, with their state, as `judged`. Rows of stations that were merged since are left
 * out. Differences and settlements are combined by grouping, which costs PostgreSQL almost nothing: it would compare
 * each row of a join with all others.
 */
const judged = (scope: Scope, { areaId }: DifferenceFilter) => sql`
  differing as materialized (
    select s.polling_station_id, s.question_id, max(s.form_id) as form_id, max(s.form_version) as form_version,
           max(s.said_at) as said_at, max(s.answers) as answers, max(s.settled) as settled, max(s.settled_at) as settled_at,
           bool_or(s.is_flagged) as is_flagged
      from (select polling_station_id, question_id, form_id, form_version, said_at, answers, is_flagged,
                   null as settled, null::timestamptz as settled_at
              from differences where election_id = ${scope.electionId} and ngo_id = ${scope.ngoId ?? 0}
            union all
            select polling_station_id, question_id, null, null, null, null, null, answers, settled_at
              from (${settlements(scope)}) t) s
     group by s.polling_station_id, s.question_id
    having max(s.answers) is not null
  ), judged as materialized (
    select f.polling_station_id, f.question_id, f.form_id, f.form_version, f.is_flagged,
           greatest(f.said_at, f.settled_at) as changed_at,
           case when f.settled is null then 'open' when f.settled = f.answers then 'settled' else 'reopened' end as state
      from differing f
     where ${isSeen(scope, areaId)}
  )`

/** Whether a caller sees the station of `f`: it is not merged, and is in the caller's counties and in the area. */
const isSeen = (scope: Scope, areaId?: DifferenceFilter['areaId']) => sql`
  f.polling_station_id <> all(array(
    select m.id from polling_stations m where m.election_id = ${scope.electionId} and m.merged_into is not null))
  ${
    scope.countyIds === null && areaId === undefined
      ? sql``
      : sql`and f.polling_station_id in (
          select p.id from polling_stations p
           where p.election_id = ${scope.electionId} ${andInCounties(scope, sql`p.county_id`)}
                 ${areaId === undefined ? sql`` : sql`and p.area_id in ${areasWithin(scope.electionId, areaId)}`})`
  }`

/** The number of unsettled differences: all minus the settled ones. Every list of answers asks for it. */
export async function countUnsettled(db: Db, scope: Scope): Promise<number> {
  const own = sql`f.election_id = ${scope.electionId} and f.ngo_id = ${scope.ngoId ?? 0}`
  const { rows } = await sql<{ unsettled: number }>`${toPrepare}
    select (select count(*)::integer from differences f where ${own} and ${isSeen(scope)})
         - (select count(*)::integer
              from (${settlements(scope)}) t
             cross join lateral (
               select from differences f
                where ${own} and f.polling_station_id = t.polling_station_id and f.question_id = t.question_id
                  and f.answers = t.answers and ${isSeen(scope)} offset 0) f) as unsettled`.execute(
    db,
  )
  return rows[0]?.unsettled ?? 0
}

function matches({ state, formId, questionId, without }: DifferenceFilter): RawBuilder<unknown> {
  const conditions = [
    isOf(state),
    formId !== undefined && sql`j.form_id = ${formId}`,
    questionId !== undefined && sql`j.question_id = ${questionId}`,
    without !== undefined && sql`j.question_id <> all(${arrayOf(without)}::integer[])`,
  ].filter((one) => one !== false)
  return sql.join(conditions, sql` and `)
}

function isOf(state: DifferenceFilter['state']): RawBuilder<unknown> {
  if (state === 'all') return sql`true`
  return state === 'unsettled' ? sql`j.state <> 'settled'` : sql`j.state = ${state}`
}

/** A question or an option without its wording, which is in the form version. */
type Found = Pick<Difference, 'formId'> & Columns<'answers', 'formVersion'>
type FoundQuestion = Found & Pick<DifferingQuestion, 'formCode' | 'questionId' | 'stations'>
type FoundOption = Found & Pick<ChosenOption, 'value' | 'isFlagged'> & { readonly id: number }
type FoundDifference = Found &
  Omit<Difference, 'questionCode' | 'text' | 'changedAt' | 'observers'> & {
    readonly changedAt: string
    readonly observers: readonly (Omit<DifferingAnswer, 'options'> & {
      readonly options: readonly FoundOption[]
    })[]
  }

/** A page of differences, the total, and the questions in the list. */
export async function listDifferences(
  db: Db,
  scope: Scope,
  query: DifferenceFilter & PageQuery,
): Promise<{ data: Difference[]; totalItems: number; questions: DifferingQuestion[] }> {
  const { rows } = await listing(scope, query).execute(db)
  const { total, data, questions } = rows[0] ?? { total: 0, data: null, questions: null }
  const optionsOf = ({ observers }: FoundDifference) => observers.flatMap(({ options }) => options)
  const worded = await wording(db, scope, [
    ...[...(data ?? []), ...(data ?? []).flatMap(optionsOf), ...(questions ?? [])],
  ])
  const word = <One extends Found & { readonly questionId: number }>({
    formVersion,
    ...one
  }: One) => {
    const question = worded({ ...one, formVersion }, one.questionId)
    return { ...one, questionCode: question?.code ?? '', text: question?.text ?? '' }
  }
  const answerOf =
    (questionId: number) =>
    ({ options, ...observer }: FoundDifference['observers'][number]): DifferingAnswer => ({
      ...observer,
      options: options.map(({ id, value, isFlagged, ...version }) => {
        const known = worded(version, questionId)?.optionsToQuestions
        return { text: known?.find((one) => one.id === id)?.text ?? '', value, isFlagged }
      }),
    })
  return {
    totalItems: total,
    data: (data ?? []).map((one) => ({
      ...word(one),
      observers: one.observers.map(answerOf(one.questionId)),
      changedAt: new Date(one.changedAt),
    })),
    questions: (questions ?? []).map(word),
  }
}

type Listing = {
  readonly total: number
  readonly data: FoundDifference[] | null
  readonly questions: FoundQuestion[] | null
}

const listing = (scope: Scope, query: DifferenceFilter & PageQuery) => sql<Listing>`${toPrepare}
    with ${judged(scope, query)}, listed as materialized (
      select j.polling_station_id, j.question_id, j.form_version, j.form_id, j.changed_at, j.state, j.is_flagged
        from judged j where ${matches(query)}
    ), shown as (
      select * from listed order by is_flagged desc, changed_at desc, polling_station_id, question_id
       limit ${query.pageSize} offset ${skipped(query)}
    )
    select (select count(*)::integer from listed) as total,
           (select json_agg(${shownDifference(scope)} order by x.is_flagged desc, x.changed_at desc,
                                                           x.polling_station_id, x.question_id)
              from shown x
              join polling_stations p on p.election_id = ${scope.electionId} and p.id = x.polling_station_id
              join areas a on a.election_id = p.election_id and a.id = p.area_id
              join areas c on c.election_id = a.election_id and c.id = a.county_id
              join forms f on f.election_id = p.election_id and f.id = x.form_id) as data,
           (select json_agg(json_build_object('formId', t.form_id, 'formCode', f.code, 'questionId', t.question_id,
                                              'formVersion', t.form_version, 'stations', t.stations)
                            order by t.stations desc, t.question_id)
              from (select j.form_id, j.question_id, max(j.form_version) as form_version, count(*) as stations
                      from judged j where ${isOf(query.state)} group by j.form_id, j.question_id) t
              join forms f on f.election_id = ${scope.electionId} and f.id = t.form_id) as questions`

const shownDifference = (scope: Scope) => sql`
  json_build_object(
    'pollingStationId', p.id, 'county', c.name, 'municipality', case when a.id <> c.id then a.name else '' end,
    'pollingStationNumber', p.number, 'questionId', x.question_id, 'formId', f.id, 'formCode', f.code,
    'formDescription', f.description, 'formVersion', x.form_version, 'state', x.state, 'isFlagged', x.is_flagged,
    'changedAt', x.changed_at,
    'observers', ${whoDiffers(scope)})`

/**
 * The observers who answered the question `x` from the station or from one merged into it, each with their last answer.
 */
const whoDiffers = (scope: Scope) => sql`
  (select coalesce(json_agg(json_build_object('observerId', o.id, 'observerName', o.name, 'options', w.options)
                            order by w.first), '[]')
     from (select v.observer_id, min(v.id) as first, (array_agg(g.options order by g.said_at desc, v.id))[1] as options
             from polling_stations n
             join visits v on v.election_id = n.election_id and v.polling_station_id = n.id
            cross join lateral (
              select max(a.received_at) as said_at,
                     json_agg(json_build_object('id', a.option_id, 'formId', a.form_id, 'formVersion', a.form_version,
                                                'value', a.text, 'isFlagged', a.is_flagged)
                              order by a.option_id) as options
                from answers a
               where a.election_id = v.election_id and a.visit_id = v.id and a.question_id = x.question_id) g
            where g.options is not null and ${isCounted(scope.electionId)} and n.election_id = ${scope.electionId} and n.counted_as = x.polling_station_id
                  ${scope.ngoId === null ? sql`` : sql`and v.ngo_id = ${scope.ngoId}`}
                  ${andInCounties(scope, sql`v.county_id`)}
            group by v.observer_id) w
     join observers o on o.election_id = ${scope.electionId} and o.id = w.observer_id)`

/** Finds questions in the versions of their forms. */
async function wording(db: Db, scope: Scope, found: readonly Found[]) {
  const keyOf = ({ formId, formVersion }: Found) => `${formId}/${formVersion}`
  const versions = await listQuestionsOf(db, scope, [
    ...new Map(found.map((one) => [keyOf(one), one])).values(),
  ])
  const byVersion = new Map(versions.map((one) => [keyOf(one), one.questions]))
  return (version: Found, questionId: number) =>
    byVersion.get(keyOf(version))?.find(({ id }) => id === questionId)
}
