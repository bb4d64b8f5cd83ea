import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#database/open.ts'
import { Section } from '#features/forms/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { AnswerRow, NoteRow, VisitRow } from '../columns.ts'
import { type Wording, wordingKey } from '../domain.ts'

/** How many visits are read at a time: a few thousand answers, well within memory. */
const batch = 500

/** The visits that are exported. */
export type Visits = {
  readonly db: Db
  readonly scope: Scope
  /** `from visits v where …` */
  readonly matching: RawBuilder<unknown>
  /** Hears how many more have been read, and written out. */
  readonly onRead: (visits: number) => Promise<void>
}

export async function countVisits({ db, matching }: Pick<Visits, 'db' | 'matching'>) {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Visits in the order of their keys, read batch by batch while they are written out. */
export async function* eachBatch({ db, matching, onRead }: Visits): AsyncGenerator<VisitRow[]> {
  let after = 0
  for (;;) {
    const { rows } = await sql<VisitRow>`
      with v as materialized (
        select v.* ${matching} and v.id > ${after} order by v.id limit ${batch}
      )
      select v.id, o.phone, o.name as observer, g.name as ngo, c.name as county,
             case when a.id <> c.id then a.name end as area, s.number as station,
             v.last_modified, v.arrived_at, v.left_at, v.is_urban_area, v.is_president_female,
             v.answered, v.flagged, v.notes
        from v
        join observers o on o.election_id = v.election_id and o.id = v.observer_id
        join ngos g on g.id = v.ngo_id
        join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
        join areas a on a.election_id = v.election_id and a.id = s.area_id
        join areas c on c.election_id = v.election_id and c.id = v.county_id
       order by v.id`.execute(db)
    yield rows
    await onRead(rows.length)
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.id
  }
}

/** Every question of every published version, by version and question. */
export async function readWording(db: Db, { electionId }: Scope): Promise<Wording> {
  const rows = await db
    .selectFrom('formVersions')
    .select(['version', 'sections'])
    .where('electionId', '=', electionId)
    .execute()
  const questions = rows.flatMap(({ version, sections }) =>
    z
      .array(Section)
      .parse(sections)
      .flatMap((section) => section.questions)
      .map((question) => [wordingKey(version, question.id), question] as const),
  )
  return new Map(questions)
}

type ChosenRow = Omit<AnswerRow, keyof VisitRow | 'questionCode' | 'question' | 'option'> & {
  readonly visitId: number
  readonly optionId: number
}

/** Visit by visit, every chosen option, worded; of one form when it is named. */
export async function* eachAnswered(
  from: Visits,
  wording: Wording,
  formId?: number,
): AsyncGenerator<AnswerRow[]> {
  const { db, scope } = from
  for await (const visits of eachBatch(from)) {
    const { rows } = await sql<ChosenRow>`
      select n.visit_id, n.form_id, f.code as form_code, n.form_version, n.question_id,
             n.option_id, n.text, n.is_flagged, n.received_at
        from answers n
        join forms f on f.election_id = n.election_id and f.id = n.form_id
        join questions q on q.election_id = n.election_id and q.id = n.question_id
       where n.election_id = ${scope.electionId}
         and n.visit_id = any(${visits.map(({ id }) => id)}::integer[])
         and (${formId ?? null}::integer is null or n.form_id = ${formId ?? null})
       order by n.visit_id, f.position, f.id, q.position, q.id, n.option_id`.execute(db)
    const byVisit = groupBy(rows, ({ visitId }) => visitId)
    for (const visit of visits) {
      const own = byVisit.get(visit.id)
      if (own) yield own.map((row) => worded(visit, row, wording))
    }
  }
}

function worded(visit: VisitRow, row: ChosenRow, wording: Wording): AnswerRow {
  const question = wording.get(wordingKey(row.formVersion, row.questionId))
  const option = question?.optionsToQuestions.find(({ id }) => id === row.optionId)
  return {
    ...visit,
    ...row,
    questionCode: question?.code ?? '',
    question: question?.text ?? '',
    option: option?.text ?? '',
  }
}

/** Every note of the visits, with the names of its files. */
export async function* eachNote(from: Visits): AsyncGenerator<NoteRow> {
  const { db, scope } = from
  for await (const visits of eachBatch(from)) {
    const { rows } = await sql<Omit<NoteRow, keyof VisitRow> & { visitId: number }>`
      select n.visit_id, f.code as form_code, q.code as question_code, n.text as note,
             n.received_at,
             coalesce((select string_agg(file_name, ', ' order by position) from attachments t
                        where t.election_id = n.election_id and t.note_id = n.id), '') as files
        from notes n
        left join questions q on q.election_id = n.election_id and q.id = n.question_id
        left join forms f on f.election_id = q.election_id and f.id = q.form_id
       where n.election_id = ${scope.electionId}
         and n.visit_id = any(${visits.map(({ id }) => id)}::integer[])
       order by n.visit_id, n.received_at, n.id`.execute(db)
    const byVisit = groupBy(rows, ({ visitId }) => visitId)
    for (const visit of visits)
      for (const row of byVisit.get(visit.id) ?? []) yield { ...visit, ...row }
  }
}
