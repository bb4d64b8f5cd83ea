import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import type { Question } from '#features/forms/contract.ts'
import { listQuestionsOf, type VersionContent } from '#features/forms/server/queries.ts'
import { isOutside, isReadable, readValue } from '#features/forms/value-domain.ts'
import { countedAs } from '#features/places/server/queries.ts'
import { clerkOf } from '#features/visits/server/clerk-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { CompletedAnswer } from '../contract.ts'
import type { DatedChoice } from '../domain.ts'
import { judging } from './checks/queries.ts'
import { Correction, correctionRow } from './corrections/queries.ts'

/**
 * All that one observer answered at one station, in the order in which its report shows it; where staff corrected an
 * answer, what the observer answered is beside it.
 */
export async function listCompleted(
  db: Db,
  scope: Scope,
  observerId: Id<'observers'>,
  pollingStationId: Id<'pollingStations'>,
): Promise<CompletedAnswer[]> {
  const visit = sql`
      visits v
       where v.election_id = ${scope.electionId} and v.polling_station_id = ${pollingStationId}
         and v.observer_id = ${observerId} ${andSeenBy(scope)}`
  const counted = await listChosen(db, scope, visit)
  const own = await listOwn(db, scope, visit)
  const versions = await listVersions(db, scope, [...counted, ...own.flatMap(({ rows }) => rows)])
  const judge = await judging(db, scope, versions.values(), [pollingStationId])
  return judge(pollingStationId, word(counted, versions, own))
}

/** The answers of each report in the caller's scope at a station and at those merged into it, by `reportKey`. */
export async function listCompletedAt(
  db: Db,
  scope: Scope,
  pollingStationId: Id<'pollingStations'>,
): Promise<CompletedReports> {
  const stations = countedAs(scope.electionId, pollingStationId)
  return listReports(
    db,
    scope,
    sql`
      visits v
       where v.election_id = ${scope.electionId} and v.polling_station_id in ${stations} ${andSeenBy(scope)}`,
  )
}

/** Lists completed forms of several visits, regardless of the caller's scope. */
export const listCompletedIn = (
  db: Db,
  of: Pick<Scope, 'electionId'>,
  visitIds: readonly Id<'visits'>[],
): Promise<CompletedReports> =>
  listReports(
    db,
    of,
    // Each by its key: without statistics PostgreSQL would read all visits.
    sql`
      unnest(${arrayOf(visitIds)}::integer[]) u (id)
       cross join lateral (
         select * from visits w where w.election_id = ${of.electionId} and w.id = u.id offset 0) v`,
  )

async function listReports(
  db: Db,
  scope: Pick<Scope, 'electionId'>,
  visits: RawBuilder<unknown>,
): Promise<CompletedReports> {
  const chosen = await listChosen(db, scope, visits)
  const versions = await listVersions(db, scope, chosen)
  const judge = await judging(
    db,
    scope,
    versions.values(),
    chosen.map(({ pollingStationId }) => pollingStationId),
  )
  return new Map(
    [...groupBy(chosen, reportKey)].map(([key, own]) => {
      const stationId = own[0]?.pollingStationId
      return [key, judge(stationId, word(own, versions))]
    }),
  )
}

/** The answers of several reports, by `reportKey`. */
type CompletedReports = ReadonlyMap<string, readonly CompletedAnswer[]>

/** Identifies a report by observer and by the station the observer named. */
export const reportKey = (of: {
  readonly observerId: number
  readonly pollingStationId: number
}): string => `${of.observerId}/${of.pollingStationId}`

/** One chosen option, and the form version that has its wording. */
type ChosenRow = Columns<
  'answers',
  | 'questionId'
  | 'optionId'
  | 'formId'
  | 'formVersion'
  | 'text'
  | 'value'
  | 'isFlagged'
  | 'receivedAt'
> & {
  readonly observerId: Column<'visits', 'observerId'>
  readonly pollingStationId: Column<'visits', 'pollingStationId'>
  readonly formCode: Column<'forms', 'code'>
  readonly formDescription: Column<'forms', 'description'>
  readonly clerk: string | null
}

/** The content of form versions, by `versionKey`. */
type Versions = ReadonlyMap<
  string,
  VersionContent & { readonly byId: ReadonlyMap<number, Question> }
>

const versionKey = (of: Pick<ChosenRow, 'formId' | 'formVersion'>) =>
  `${of.formId}/${of.formVersion}`

/** The visits `v` that a caller sees. */
export const andSeenBy = (scope: Scope) => sql`
  and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId}) ${andInCounties(scope, sql`v.county_id`)}`

/** Every option that was chosen in some visits `v`, which are selected from `visits`. */
async function listChosen(
  db: Db,
  { electionId }: Pick<Scope, 'electionId'>,
  visits: RawBuilder<unknown>,
): Promise<ChosenRow[]> {
  const { rows } = await sql<ChosenRow>`${toPrepare}
    select v.observer_id as "observerId", v.polling_station_id as "pollingStationId",
           n.received_at as "receivedAt", n.question_id as "questionId", n.option_id as "optionId", n.form_id as "formId",
           n.form_version as "formVersion", f.code as "formCode",
           f.description as "formDescription", n.text, n.value, n.is_flagged as "isFlagged",
           ${clerkOf('answers', sql`n.election_id`, sql`v.id`, sql`n.received_at`)} as clerk
      from (select v.id, v.observer_id, v.polling_station_id from ${visits}) v
     cross join lateral (
       select * from answers a where a.election_id = ${electionId} and a.visit_id = v.id offset 0) n
      join forms f on f.election_id = ${electionId} and f.id = n.form_id
     order by f.is_draft or f.deleted_at is not null, f.position, f.id,
              n.question_id, n.option_id`.execute(db)
  return rows
}

/** A correction, and what the observer had chosen. */
type OwnAnswer = { readonly correction: Correction; readonly rows: readonly ChosenRow[] }

/** What observers had chosen where staff corrected it, in visits `v`. */
async function listOwn(
  db: Db,
  { electionId }: Pick<Scope, 'electionId'>,
  visits: RawBuilder<unknown>,
): Promise<OwnAnswer[]> {
  type Choice = Pick<ChosenRow, Extract<keyof ChosenRow, keyof Correction['own'][number]>>
  type Row = Omit<ChosenRow, keyof Choice> & { readonly correction: unknown }
  const { rows } = await sql<Row>`${toPrepare}
    select v.observer_id as "observerId", v.polling_station_id as "pollingStationId",
           f.code as "formCode", f.description as "formDescription", null as clerk, null as value, ${correctionRow} as correction
      from (select v.id, v.observer_id, v.polling_station_id from ${visits}) v
     cross join lateral (
       select s.question_id, s.own, s.corrected, s.reason, s.corrected_at, s.corrected_by, s.revision, s.ended_at
         from corrections s
        where s.election_id = ${electionId} and s.visit_id = v.id and s.ended_at is null offset 0) c
      join questions q on q.election_id = ${electionId} and q.id = c.question_id
      join forms f on f.election_id = ${electionId} and f.id = q.form_id
     order by c.question_id`.execute(db)
  return rows.map(({ correction: stored, ...row }) => {
    const correction = Correction.parse(stored)
    return { correction, rows: correction.own.map((choice) => ({ ...row, ...(choice as Choice) })) }
  })
}

/** Words the answers of one form as they were at several moments, each in its own version. */
export async function wordEntries(
  db: Db,
  scope: Scope,
  entries: readonly (readonly DatedChoice[])[],
  form: Pick<ChosenRow, 'formCode' | 'formDescription'>,
): Promise<CompletedAnswer[][]> {
  // Texts are read anew: history has no values.
  const unread = { value: null, clerk: null, observerId: 0, pollingStationId: 0 }
  const rows = entries.map((choices) =>
    choices.map((choice) => ({ ...form, ...choice, ...unread }) as ChosenRow),
  )
  const versions = await listVersions(db, scope, rows.flat())
  const read = (row: ChosenRow) => {
    const question = versions.get(versionKey(row))?.byId.get(row.questionId)
    return { ...row, value: (question && readValue(question, row.text)) ?? null }
  }
  return rows.map((own) => word(own.map(read), versions))
}

/** The form versions that options were chosen in. */
async function listVersions(
  db: Db,
  scope: Pick<Scope, 'electionId'>,
  chosen: readonly ChosenRow[],
): Promise<Versions> {
  const each = [...new Map(chosen.map((row) => [versionKey(row), row])).values()]
  const found = await listQuestionsOf(db, scope, each)
  return new Map(
    found.map((version) => [
      versionKey(version),
      { ...version, byId: new Map(version.questions.map((question) => [question.id, question])) },
    ]),
  )
}

/** Adds the wording to chosen options, from the form version they were chosen in. */
function word(
  chosen: readonly ChosenRow[],
  versions: Versions,
  corrected: readonly OwnAnswer[] = [],
): CompletedAnswer[] {
  const questionOf = (row: ChosenRow) => versions.get(versionKey(row))?.byId.get(row.questionId)
  const asChosen = (row: ChosenRow) => chosenAs(row, questionOf(row))
  const counted = groupBy(chosen, ({ questionId }) => questionId)
  // Corrected to no answer, the question is worded as its observer answered it.
  const cleared = corrected.flatMap(({ rows }) =>
    rows[0] && !counted.has(rows[0].questionId) ? [[rows[0].questionId, rows] as const] : [],
  )
  const worded = [...counted, ...cleared].flatMap(([questionId, rows]) => {
    // Options that read the same in several versions may belong to several; so may the question.
    const newest = rows.reduce((one, other) => (other.formVersion > one.formVersion ? other : one))
    const question = questionOf(newest)
    if (!question) return []
    const { receivedAt, clerk } = rows.reduce((one, other) =>
      other.receivedAt > one.receivedAt ? other : one,
    )
    const own = corrected.find(({ correction }) => correction.questionId === questionId)
    const counting = counted.get(questionId)
    return [
      {
        ...{ ...completed(question, newest), receivedAt, clerk },
        ...valueIn(question, counting && newest),
        answers: counting?.map(asChosen) ?? [],
        correction: own ? { ...own.correction, own: own.rows.map(asChosen) } : null,
      },
    ]
  })
  return [...groupBy(worded, ({ formId }) => formId)].flatMap(([formId, own]) => {
    const newest = Math.max(...own.map(({ formVersion }) => formVersion))
    return inOrder(own, [
      ...(versions.get(versionKey({ formId, formVersion: newest }))?.byId.keys() ?? []),
    ])
  })
}

/** Ordered as in the newest version that was answered; questions it does not have come last. */
function inOrder(own: readonly CompletedAnswer[], order: readonly number[]): CompletedAnswer[] {
  const placeOf = ({ id }: CompletedAnswer) =>
    order.includes(id) ? order.indexOf(id) : order.length
  return own.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const completed = (question: Question, form: ChosenRow) => ({
  id: question.id,
  text: question.text,
  questionTypeId: question.questionType,
  questionId: question.code,
  questionCode: question.code,
  formId: form.formId,
  formCode: form.formCode,
  formDescription: form.formDescription,
  formVersion: form.formVersion,
  kind: question.kind,
  isRequired: question.isRequired,
  min: question.min,
  max: question.max,
  unit: question.unit,
})

/** The value of an answer; of a question that counts as not answered there is none. */
function valueIn(question: Question, row: ChosenRow | undefined) {
  const value = row?.value ?? null
  return {
    canonical: value,
    isUnreadable: row !== undefined && isReadable(question.kind) && value === null,
    isOutside: value !== null && isOutside(question, value),
  }
}

function chosenAs(row: ChosenRow, question: Question | undefined) {
  const option = question?.optionsToQuestions.find(({ id }) => id === row.optionId)
  return {
    idOption: row.optionId,
    optionId: row.optionId,
    text: option?.text ?? '',
    isFreeText: option?.isFreeText ?? false,
    value: row.text,
    flagged: row.isFlagged,
    isFlagged: row.isFlagged,
  }
}
