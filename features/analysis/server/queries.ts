import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#database/open.ts'
import { isInFigures, visitsWith } from '#features/answers/server/chosen-queries.ts'
import { matchingVisits } from '#features/answers/server/list/filter-queries.ts'
import { Section } from '#features/forms/contract.ts'
import type { QuestionKind } from '#features/forms/kind-contract.ts'
import { isFile } from '#features/forms/kind-domain.ts'
import { hasFile } from '#features/notes/server/queries.ts'
import { uncounted } from '#features/visits/server/counted-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Staff } from '#kit/contract/who.ts'
import type { AnalysisFilter, Dimension } from '../contract.ts'
import type { CountRow } from '../domain.ts'

/** The published versions of a form that have an option which no newer one has, and the newest; newest first. */
export async function getVersions(
  db: Db,
  { electionId }: Staff['scope'],
  formId: Id<'forms'>,
): Promise<Section[][]> {
  const { rows } = await sql<{ sections: unknown }>`
    select v.sections
      from forms f
      join form_versions v on v.election_id = f.election_id and v.form_id = f.id
     where f.election_id = ${electionId} and f.id = ${formId} and f.deleted_at is null
       and (v.version = f.current_version or v.version in (
             select max(p.form_version) from published_options p
              where p.election_id = ${electionId} and p.form_id = ${formId}
              group by p.option_id))
     order by v.version desc`.execute(db)
  if (rows.length === 0) throw new Problem('thing.not-found')
  return rows.map(({ sections }) => z.array(Section).parse(sections))
}

/** A question, and the filter of the reports in which its answers count. */
export type AnalysisRequest = Pick<Staff, 'scope' | 'timezone'> & {
  readonly questionId: Id<'questions'>
  readonly filter: AnalysisFilter
  /** The question's kind: a question for files counts those as its answers. */
  readonly kind?: QuestionKind
}

/**
 * Whether the visit of answer `a` is one of these. `is true` keeps PostgreSQL from joining them: it hashes them, and without
 * statistics it would read all of them for each answer.
 */
const isAmong = (visits: RawBuilder<unknown>) => sql`(a.visit_id in (${visits})) is true`

async function hasInactive(db: Db): Promise<boolean> {
  const { rows } = await sql`select from ngos where not is_active limit 1`.execute(db)
  return rows.length > 0
}

/** The reports with a file on a question, each as an answer by its option. */
const filesOn = (electionId: Id<'elections'>, questionId: Id<'questions'>) => sql`(
  select n.election_id, n.visit_id, n.question_id, max(n.received_at) as received_at,
         (select max(p.option_id) from published_options p
           where p.election_id = ${electionId} and p.question_id = ${questionId} and p.kind = 'file') as option_id
    from notes n where ${hasFile}
   group by n.election_id, n.visit_id, n.question_id)`

/** `from answers a where …`: the chosen options of a question in the reports that count. */
export async function countedAnswers(
  db: Db,
  { questionId, filter, kind = 'choice', ...reader }: AnalysisRequest,
): Promise<RawBuilder<unknown>> {
  const { scope } = reader
  const { withOptionId, ...others } = filter
  const isNarrowed =
    [scope.ngoId, scope.countyIds].some((limit) => limit !== null) ||
    Object.values(others).some((value) => value !== undefined) ||
    (await hasInactive(db))
  const { electionId } = scope
  const isOther =
    withOptionId === undefined ? sql`` : sql`and ${isAmong(visitsWith(electionId, withOptionId))}`
  const isCounted = isNarrowed
    ? isAmong(
        sql`select v.id ${await matchingVisits(db, reader, others)} and ${isInFigures(electionId)}`,
      )
    : // Only the index on options is read.
      sql`a.visit_id not in (${uncounted(electionId)})`
  return sql`
    from ${isFile(kind) ? filesOn(electionId, questionId) : sql`answers`} a
   where a.election_id = ${electionId} and a.question_id = ${questionId} ${isOther} and ${isCounted}`
}

/** How many reports answered a question, and chose each option. */
export async function listCounts(db: Db, request: AnalysisRequest): Promise<CountRow[]> {
  const counted = await countedAnswers(db, request)
  const { rows } = await sql<CountRow>`
    with chosen as materialized (select a.option_id, a.visit_id ${counted})
    select option_id, count(*)::integer as reports from chosen group by 1
    union all
    -- Grouped: a distinct count would sort.
    select null, count(*)::integer from (select visit_id from chosen group by 1) v`.execute(db)
  return rows
}

/** As the newest version with the question asks it. */
export async function findKind(
  db: Db,
  { scope, questionId }: Pick<AnalysisRequest, 'scope' | 'questionId'>,
): Promise<QuestionKind> {
  const { rows } = await sql<{ kind: QuestionKind }>`
    select kind from published_options
     where election_id = ${scope.electionId} and question_id = ${questionId}
     order by form_version desc limit 1`.execute(db)
  return rows[0]?.kind ?? 'choice'
}

/** The visit `v` of answer `a`, looked up by its key. */
export const joinVisit = ({ electionId }: AnalysisRequest['scope']): RawBuilder<unknown> => sql`
  cross join lateral (
    select t.* from visits t
     where t.election_id = ${electionId} and t.id = a.visit_id offset 0) v`

type Grouping = {
  /** By answer `a` and visit `v`. */
  readonly by: RawBuilder<unknown>
  /** Of group `by`. */
  readonly key: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  readonly join: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

export const groupings = ({
  scope,
  timezone,
}: AnalysisRequest): Readonly<Record<Dimension, Grouping>> => ({
  area: {
    by: sql`v.county_id`,
    key: sql`c.code`,
    name: sql`c.name`,
    join: sql`join areas c on c.election_id = ${scope.electionId} and c.id = counted.by`,
    order: sql`c.name collate names, c.code`,
  },
  organisation: {
    by: sql`v.ngo_id`,
    key: sql`g.id::text`,
    name: sql`g.name`,
    join: sql`join ngos g on g.id = counted.by`,
    order: sql`g.name collate names, g.id`,
  },
  hour: {
    by: sql`date_trunc('hour', a.received_at, ${timezone})`,
    key: sql`to_char(counted.by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    name: sql`''`,
    join: sql``,
    order: sql`counted.by`,
  },
})

/** The same by county, organisation or hour. */
export async function listGroups(
  db: Db,
  request: AnalysisRequest,
  dimension: Dimension,
): Promise<(CountRow & { readonly key: string; readonly name: string })[]> {
  const { by, key, name, join, order } = groupings(request)[dimension]
  const { rows } = await sql<CountRow & { readonly key: string; readonly name: string }>`
    with chosen as materialized (
      select a.option_id, a.visit_id, ${by} as by
        from (select a.* ${await countedAnswers(db, request)} offset 0) a ${joinVisit(request.scope)}),
    -- An answer that was extended later belongs to the hour of its last change.
    said as materialized (select visit_id, max(by) as by from chosen group by 1),
    counted as (
      select s.by, c.option_id, count(*)::integer as reports
        from chosen c join said s on s.visit_id = c.visit_id group by 1, 2
      union all
      select by, null, count(*)::integer from said group by 1)
    select ${key} as key, ${name} as name, counted.option_id, counted.reports
      from counted ${join}
     order by ${order}, counted.option_id`.execute(db)
  return rows
}
