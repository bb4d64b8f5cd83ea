import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { epochMs } from '#database/values/epoch.ts'
import { listJudged } from '#features/answers/server/checks/judged-queries.ts'
import { Correction, correctionRow } from '#features/answers/server/corrections/queries.ts'
import { Section } from '#features/forms/contract.ts'
import { joinCounted } from '#features/places/server/queries.ts'
import type { Review } from '#features/reviews/review-contract.ts'
import {
  joinReview,
  type ReviewRow,
  reviewColumns,
  reviewFrom,
} from '#features/reviews/server/state-queries.ts'
import { clerkOf } from '#features/visits/server/clerk-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { AnswerRow, Judged, NoteRow } from '../columns.ts'
import {
  type ExportedChoice,
  fileQuestionsIn,
  optionsOf,
  type ReportedFile,
  type Wording,
  worded,
  wordingKey,
} from '../domain.ts'
import type { NamedFile } from '../file-domain.ts'
import { entriesIn, entriesOf, type SheetForm } from './entry-queries.ts'

/**
 * The visits read at a time. With 100, planning was a third of PostgreSQL's work on a workbook; many more would slow
 * other calls down.
 */
const batch = 500

export type Visits = {
  readonly db: Db
  readonly scope: Scope
  /** `from visits v where …` */
  readonly matching: RawBuilder<unknown>
  /** Gets the number of visits read since the last call. */
  readonly onRead: (visits: number) => Promise<void>
}

export async function countVisits({ db, matching }: Pick<Visits, 'db' | 'matching'>) {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A visit with the names of its observer and station. */
type VisitColumns = Columns<
  'visits',
  | 'id'
  | 'lastModified'
  | 'arrivedAt'
  | 'leftAt'
  | 'isUrbanArea'
  | 'isPresidentFemale'
  | 'answered'
  | 'flagged'
  | 'notes'
> &
  Columns<'observers', 'phone'> &
  Columns<'pollingStations', 'address'> & {
    readonly observer: Column<'observers', 'name'>
    readonly ngo: Column<'ngos', 'name'>
    readonly province: Column<'areas', 'name'> | null
    readonly countyCode: Column<'areas', 'code'>
    readonly county: Column<'areas', 'name'>
    readonly area: Column<'areas', 'name'> | null
    readonly areaCode: Column<'areas', 'code'> | null
    readonly station: Column<'pollingStations', 'number'>
    readonly clerk: string | null
    readonly review: Review
  }

/** Visits in key order, batch by batch. */
export const eachBatch = (from: Visits): AsyncGenerator<VisitColumns[]> =>
  eachWith(from, sql<null>`null`)

/**
 * The chosen options of each visit with their wording, batch by batch, optionally of one form. Of a form that is sent
 * several times, its earlier entries come first, as the observer sent them; the last has what counts.
 */
export async function* eachAnswered(
  from: Visits,
  wording: Wording,
  form?: SheetForm,
): AsyncGenerator<AnswerRow[][]> {
  const formId = form?.id
  const ofForm = formId === undefined ? sql`` : sql`and n.form_id = ${formId}`
  const chosen = sql<ChosenIn>`json_build_object('choices', coalesce((
    select json_agg(json_build_array(n.question_id, n.option_id, n.form_version, n.text, n.value,
                                     n.is_flagged, ${epochMs('n.received_at')},
                                     ${clerkOf('answers', sql`n.election_id`, sql`v.id`, sql`n.received_at`)}))
      from answers n where n.election_id = v.election_id and n.visit_id = v.id ${ofForm}), '[]'),
    'corrections', ${formId === undefined ? correctionsOf : sql`'[]'::json`})`
  const files = filesWanted(wording, formId)
  // Visit by visit, so that rows are released as soon as they are written.
  for await (const visits of eachWith(from, chosen)) {
    const judged = await marksOf(from, formId === undefined ? visits : [])
    const filed = await filesOn(from, visits, files)
    const entries = await entriesIn(from, visits, form)
    for (const { chosen, ...visit } of visits) {
      const columns = {
        chosen: chosen.choices,
        corrections: z.array(Correction).parse(chosen.corrections),
        files: filed(visit.id),
      }
      const { earlier, last } = entriesOf(visit, entries(visit.id), wording)
      const answers = worded(last, columns, wording).map((answer) => ({
        ...answer,
        judged: judged.get(`${visit.id}/${answer.questionId}`),
      }))
      const all = [...earlier, answers].filter((one) => one.length > 0)
      if (all.length > 0) yield all
    }
  }
}

const filesWanted = ({ files }: Wording, formId: number | undefined) =>
  [...files].flatMap(([id, of]) => (formId === undefined || of.formId === formId ? [id] : []))

/** The files of notes on these questions, by visit. */
async function filesOn(
  { db, scope }: Visits,
  visits: readonly VisitColumns[],
  questionIds: readonly number[],
): Promise<(visitId: number) => readonly ReportedFile[]> {
  if (questionIds.length === 0) return () => []
  const { rows } = await sql<ReportedFile & Columns<'notes', 'visitId'>>`
    select n.visit_id, n.question_id, n.received_at, t.id, t.extension
      from notes n
      join attachments t on t.election_id = n.election_id and t.note_id = n.id
     where n.election_id = ${scope.electionId} and n.question_id = any(${questionIds}::integer[])
       and n.visit_id = any(${visits.map(({ id }) => id)}::integer[])
     order by n.received_at, t.id`.execute(db)
  const byVisit = groupBy(rows, ({ visitId }) => visitId)
  return (visitId) => byVisit.get(visitId as Id<'visits'>) ?? []
}

/** What the logic of its form says of each answer, by visit and question. */
async function marksOf(
  { db, scope }: Visits,
  visits: readonly VisitColumns[],
): Promise<ReadonlyMap<string, Judged>> {
  if (visits.length === 0) return new Map()
  const ids = visits.map(({ id }) => id)
  const found = await listJudged(db, scope, sql`v.id = any(${ids}::integer[])`)
  return new Map(
    found.flatMap(({ id, report }) =>
      report.map((answer) => [`${id}/${answer.id}`, answer] as const),
    ),
  )
}

/** The corrections of visit `v`. A form's own sheet has what counts. */
const correctionsOf = sql`coalesce((
  select json_agg(${correctionRow}) from corrections c
   where c.election_id = v.election_id and c.visit_id = v.id and c.ended_at is null), '[]')`

/** The chosen options of a visit, and its corrections. */
type ChosenIn = {
  readonly choices: readonly ExportedChoice[]
  readonly corrections: readonly unknown[]
}

/** Visits with their rows. The next batch is read while this one is written out. */
async function* eachWith<Chosen>(
  { db, matching, onRead }: Visits,
  chosen: RawBuilder<Chosen>,
): AsyncGenerator<(VisitColumns & { readonly chosen: Chosen })[]> {
  const readAfter = async (id: number) => {
    type Row = Omit<VisitColumns, 'review'> & ReviewRow & { readonly chosen: Chosen }
    const { rows } = await sql<Row>`
      with v as materialized (
        select v.* ${matching} and v.id > ${id} order by v.id limit ${batch}
      )
      select v.id, o.phone, o.name as observer, g.name as ngo,
             p.name as province, c.code as county_code, c.name as county,
             case when a.id <> c.id then a.name end as area,
             case when a.id <> c.id then a.code end as area_code, s.number as station, s.address,
             v.last_modified, v.arrived_at, v.left_at, v.is_urban_area, v.is_president_female,
             v.answered, v.flagged, v.notes,
             ${clerkOf('visits', sql`v.election_id`, sql`v.id`, sql`v.facts_at`)} as clerk, ${reviewColumns}, ${chosen} as chosen
        from v
        join observers o on o.election_id = v.election_id and o.id = v.observer_id
        join ngos g on g.id = v.ngo_id
        ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)}
        join areas a on a.election_id = v.election_id and a.id = s.area_id
        join areas c on c.election_id = v.election_id and c.id = v.county_id
        left join areas p on p.election_id = v.election_id and p.id = c.parent_id
        ${joinReview}
       order by v.id`.execute(db)
    return rows.map((row) => ({ ...row, review: reviewFrom(row) }))
  }
  let reading = readAfter(0)
  for (;;) {
    const rows = await reading
    const last = rows.length === batch ? rows.at(-1) : undefined
    if (last) reading = readAfter(last.id)
    // The consumer may stop before it reads the next batch; its failure is then ignored.
    reading.catch(() => undefined)
    yield rows
    await onRead(rows.length)
    if (!last) return
  }
}

/** Every question of every published version, and its position today. */
export async function readWording(db: Db, { electionId }: Scope): Promise<Wording> {
  const rows = await db
    .selectFrom('formVersions')
    .select(['formId', 'version', 'sections'])
    .where('electionId', '=', electionId)
    .orderBy('formId')
    .orderBy('version')
    .execute()
  const versions = rows.map(({ formId, version, sections }) => ({
    formId,
    version,
    questions: z
      .array(Section)
      .parse(sections)
      .flatMap((section) => section.questions),
  }))
  const places = await db
    .selectFrom('questions')
    .innerJoin('forms', (on) =>
      on
        .onRef('forms.electionId', '=', 'questions.electionId')
        .onRef('forms.id', '=', 'questions.formId'),
    )
    .select(['questions.id', 'forms.code as formCode'])
    .where('questions.electionId', '=', electionId)
    .orderBy('forms.position')
    .orderBy('forms.id')
    .orderBy('questions.position')
    .orderBy('questions.id')
    .execute()
  const byVersion = groupBy(versions, ({ version }) => version)
  const byForm = groupBy(versions, ({ formId }) => formId)
  return {
    versions: byForm,
    files: fileQuestionsIn(byForm),
    options: new Map(
      [...byVersion].map(([version, all]) => [
        version,
        optionsOf(all.flatMap(({ questions }) => questions)),
      ]),
    ),
    places: new Map(places.map(({ id, formCode }, place) => [id, { place, formCode }])),
  }
}

/** The `wordingKey` of each answered question. */
export async function listAnswered(db: Db, { electionId }: Scope): Promise<Set<string>> {
  const rows = await db
    .selectFrom('answers')
    .select(['questionId', 'formVersion'])
    .distinct()
    .where('electionId', '=', electionId)
    .execute()
  return new Set(rows.map(({ questionId, formVersion }) => wordingKey(formVersion, questionId)))
}

/** Every note of the visits, batch by batch, with the names of its files. */
export async function* eachNotes(from: Visits): AsyncGenerator<NoteRow[]> {
  const { db, scope } = from
  for await (const visits of eachBatch(from)) {
    const { rows } = await sql<
      Columns<'notes', 'visitId' | 'receivedAt'> & {
        readonly formCode: Column<'forms', 'code'> | null
        readonly questionCode: Column<'questions', 'code'> | null
        readonly note: Column<'notes', 'text'>
        readonly files: string
        readonly firstFile: NamedFile | null
        readonly clerk: string | null
      }
    >`
      select n.visit_id, f.code as form_code, q.code as question_code, n.text as note,
             n.received_at, ${clerkOf('notes', sql`n.election_id`, sql`n.id`, sql`n.received_at`)} as clerk,
             coalesce((select string_agg(file_name, ', ' order by position) from attachments t
                        where t.election_id = n.election_id and t.note_id = n.id), '') as files,
             (select json_build_object('id', t.id, 'extension', t.extension) from attachments t
               where t.election_id = n.election_id and t.note_id = n.id order by t.position limit 1) as first_file
        from notes n
        left join questions q on q.election_id = n.election_id and q.id = n.question_id
        left join forms f on f.election_id = q.election_id and f.id = q.form_id
       where n.election_id = ${scope.electionId}
         and n.visit_id = any(${visits.map(({ id }) => id)}::integer[])
       order by n.visit_id, n.received_at, n.id`.execute(db)
    const byVisit = groupBy(rows, ({ visitId }) => visitId)
    yield visits.flatMap((visit) => (byVisit.get(visit.id) ?? []).map((row) => ({ visit, ...row })))
  }
}
