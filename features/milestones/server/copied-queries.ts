import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { findElection, getElection } from '#features/elections/server/queries.ts'
import { type Language, speak } from '#kit/contract/copy.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { ParsedRow, Table, WrongRow } from '#kit/contract/import/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import type { Call } from '#kit/server/http/serve.ts'
import { type CheckedRow, explainTo, importTable } from '#kit/server/sheets/import.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { audienceIn, copiedColumns } from '../columns.ts'
import type { Milestone, milestones } from '../contract.ts'
import { say } from '../copy.ts'
import { movedDeadline } from '../domain.ts'
import { explainMilestone } from '../reason-domain.ts'
import { withSubjects } from './owed-queries.ts'
import { insertMilestone, type MilestoneValues } from './queries.ts'

type Area = { readonly level: number; readonly code: string; readonly name: string }

/** A milestone of another election; `dueAt` is text in local time. */
type OtherMilestone = Pick<
  Milestone,
  'name' | 'kind' | 'of' | 'dueAfterMinutes' | 'forStation' | 'audience'
> & {
  /** The areas in its audience; null: a deleted one. */
  readonly places: readonly (Area | null)[]
  /** The code of its question's form. */
  readonly formCode: string | null
  readonly dueAt: string | null
}

/** A milestone that was copied, and the election it came from. */
export type CopiedMilestone = MilestoneValues & {
  readonly id: Id<'milestones'>
  readonly fileName: string
}

/**
 * Copies the milestones of another election, or does a dry run. Skips names already in use.
 * @throws Problem `thing.not-found` if the election does not exist or is this one
 */
export async function copyMilestones(
  call: Call<typeof milestones.copy>,
): Promise<{ readonly report: ImportReport; readonly added: readonly CopiedMilestone[] }> {
  const { db, who, body, language } = call
  const { electionId } = who.scope
  const { dryRun: isDry, skipInvalid } = body
  // The second of two concurrent copies finds everything copied.
  if (!isDry) await lockImport(db, electionId, 'plan')
  const { file, others } = await listOthers(db, electionId, body.electionId)
  const added: CopiedMilestone[] = []
  const steps = {
    headings: Object.fromEntries(fields.map((field) => [field, [field] as const])),
    needed: [],
    secret: [],
    read: (rows: Table['rows']) =>
      rows.flatMap(({ line }) => {
        const value = others[line - 1]
        return value ? [{ line, value }] : []
      }),
    judge: async (rows: readonly ParsedRow<OtherMilestone>[], wrong: WrongRow[]) => {
      const known = await findKnown(db, electionId, rows)
      return rows.flatMap((row) => {
        const judged = judge(row, known, who.timezone)
        if (!('faults' in judged)) return [judged]
        wrong.push({ file, ...judged })
        return []
      })
    },
    store: async (rows: readonly CheckedRow<MilestoneValues>[]) => {
      for (const { value } of rows) {
        const id = await insertMilestone(db, who.scope, value)
        // A concurrent request has just deleted its form.
        if (id === undefined) throw new Problem('thing.not-found')
        added.push({ ...value, id, fileName: file })
      }
      return { added: rows.length, changed: 0 }
    },
  }
  const table = { file, headings: fields, rows: others.map(rowIn(language ?? 'en')) }
  const explain = explainTo(language, explainMilestone)
  return { report: await importTable(table, steps, { isDry, skipInvalid, explain }), added }
}

const fields = Object.keys(copiedColumns)

/** A milestone as a row for people, in their language. */
const rowIn =
  (language: Language) =>
  (
    { name, kind, of, dueAt, dueAfterMinutes, forStation, audience, places }: OtherMilestone,
    index: number,
  ) => ({
    line: index + 1,
    cells: [
      name,
      of === null
        ? speak(say[kind], language)
        : speak(say.ofWhat, language, { kind: speak(say[kind], language), of }),
      dueAt?.slice(0, 16) ?? speak(say.minutesAfter, language, { count: dueAfterMinutes ?? 0 }),
      speak(forStation ? say.yes : say.no, language),
      audienceIn(language, audience, places.map(nameOf)),
    ],
  })

const nameOf = (area: Area | null) => area?.name ?? '–'

/** The milestones of another election, with deadlines moved to this one. */
async function listOthers(db: Db, own: Id<'elections'>, electionId: Id<'elections'>) {
  const from = electionId === own ? undefined : await findElection(db, electionId)
  if (!from) throw new Problem('thing.not-found')
  const to = await getElection(db, own)
  const { rows } = await sql<Omit<OtherMilestone, 'dueAt'> & Pick<Milestone, 'dueAt'>>`
    select m.name, m.kind, coalesce(q.code, f.code, n.title) as "of",
           case when q.id is not null then f.code end as form_code, m.due_at,
           m.due_after_min as due_after_minutes, m.for_station,
           json_build_object('areaIds', m.for_areas, 'ngoIds', m.for_ngos, 'isDiaspora', m.for_diaspora,
                             'isMobile', m.for_mobile) as audience,
           (select coalesce(json_agg(case when a.id is not null
                                          then json_build_object('level', a.level, 'code', a.code, 'name', a.name) end), '[]')
              from unnest(m.for_areas) w (id)
              left join areas a on a.election_id = m.election_id and a.id = w.id) as places
      from ${withSubjects}
     where m.election_id = ${electionId} and m.deleted_at is null
     order by m.due_at nulls first, m.due_after_min, m.id`.execute(db)
  const others = rows.map(({ dueAt, ...row }): OtherMilestone => {
    return { ...row, dueAt: dueAt && movedDeadline(dueAt, from, to) }
  })
  return { file: from.name, others }
}

type Known = {
  readonly names: ReadonlySet<string>
  readonly forms: ReadonlyMap<string, Id<'forms'>>
  readonly questions: ReadonlyMap<string, Id<'questions'>>
  readonly areas: ReadonlyMap<string, Id<'areas'>>
}

const areaKey = (area: Pick<Area, 'level' | 'code'> | null) => `${area?.level} ${area?.code}`

const questionKey = (formCode: string | null, code: string | null) =>
  JSON.stringify([formCode, code])

/** The objects of this election with these names and codes. A question matches if its code is unique in the form. */
async function findKnown(
  db: Db,
  electionId: Id<'elections'>,
  rows: readonly ParsedRow<OtherMilestone>[],
): Promise<Known> {
  const names = await sql<{ name: string }>`
    select name from milestones
     where election_id = ${electionId} and deleted_at is null
       and name = any(${rows.map(({ value }) => value.name)}::text[])`.execute(db)
  const forms = await sql<{ id: Id<'forms'>; code: string }>`
    select id, code from forms
     where election_id = ${electionId} and deleted_at is null and code <> ''`.execute(db)
  const questions = await sql<{ id: Id<'questions'>; formCode: string; code: string }>`
    select min(q.id) as id, f.code as form_code, q.code
      from questions q
      join forms f on f.election_id = q.election_id and f.id = q.form_id and f.deleted_at is null
     where q.election_id = ${electionId} and not q.is_removed
       and q.code = any(${rows.map(({ value }) => value.of ?? '')}::text[])
     group by f.id, f.code, q.code having count(*) = 1`.execute(db)
  const codes = rows.flatMap(({ value }) => value.places.map((area) => area?.code ?? ''))
  const areas = await sql<Pick<Area, 'level' | 'code'> & { id: Id<'areas'> }>`
    select id, level, code from areas
     where election_id = ${electionId} and code = any(${codes}::text[])`.execute(db)
  return {
    areas: new Map(areas.rows.map((area) => [areaKey(area), area.id])),
    names: new Set(names.rows.map(({ name }) => name)),
    forms: new Map(forms.rows.map(({ id, code }) => [code, id])),
    questions: new Map(
      questions.rows.map(({ id, formCode, code }) => [questionKey(formCode, code), id]),
    ),
  }
}

type Judged = CheckedRow<MilestoneValues> | { readonly line: number; readonly faults: Fault[] }

function judge({ line, value }: ParsedRow<OtherMilestone>, known: Known, timezone: string): Judged {
  const { name, kind, dueAt, dueAfterMinutes, forStation, audience, places } = value
  const deadline = { dueAt: dueAt === null ? null : readMoment(dueAt, timezone), dueAfterMinutes }
  const areaIds = places.flatMap((area) => known.areas.get(areaKey(area)) ?? [])
  const values = { name, kind, forStation, ...deadline, audience: { ...audience, areaIds } }
  if (known.names.has(name)) return { line, fate: 'unchanged', value: values }
  const subject = subjectIn(known, value)
  const unknown = places
    .filter((area) => !known.areas.has(areaKey(area)))
    .map((area) => fault('area.unknown', { code: nameOf(area) }, 'audience'))
  if ('code' in subject) return { line, faults: [subject, ...unknown] }
  if (unknown.length > 0) return { line, faults: unknown }
  return { line, fate: 'added', value: { ...values, ...subject } }
}

/** The milestone's subject in this election, or the reason why there is none. */
function subjectIn(
  { forms, questions }: Known,
  { kind, of, formCode }: OtherMilestone,
): Fault | Pick<MilestoneValues, 'formId' | 'questionId'> {
  const code = of ?? ''
  switch (kind) {
    case 'message':
      return fault('milestone.of-message', undefined, 'what')
    case 'form': {
      const formId = forms.get(code)
      return formId ? { formId } : fault('form.unknown', { code }, 'what')
    }
    case 'question': {
      const questionId = questions.get(questionKey(formCode, of))
      if (questionId) return { questionId }
      return fault('question.unknown', { code, form: formCode ?? '' }, 'what')
    }
    default:
      return {}
  }
}
