import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SectionDraft } from '../contract.ts'
import { type AllocateId, type IdentifiedSection, identify, type MatchedBy } from '../domain.ts'
import type { Asked } from '../kind-contract.ts'
import { isChoice } from '../kind-domain.ts'
import type { Check } from '../logic-contract.ts'

/** A form and its election. */
export type FormKey = { readonly electionId: Id<'elections'>; readonly formId: Id<'forms'> }

/** The result of matching a form's parts: how many matched, and how. */
export type Replacement = {
  readonly matchedBy: MatchedBy
  readonly kept: number
  readonly added: number
  readonly removed: number
}

/** Replaces a form's content; parts keep their ids. */
export async function replaceContent(
  tx: Tx,
  key: FormKey,
  drafts: readonly SectionDraft[],
): Promise<Replacement> {
  const allot = await allotter(tx, drafts)
  let added = 0
  const { sections, matchedBy } = identify(drafts, await listParts(tx, key), (kind) => {
    added += 1
    return allot(kind)
  })
  await writeParts(tx, key, sections)
  const removed = await removeOthers(tx, key, sections)
  const kept = Object.values(keptOf(sections)).flat().length - added
  return { matchedBy, kept, added, removed }
}

async function listParts(tx: Tx, { electionId, formId }: FormKey) {
  const { rows: sections } = await sql<
    Columns<'formSections', 'id' | 'code' | 'description' | 'shownIf'>
  >`
    select id, code, description, shown_if from form_sections where election_id = ${electionId} and form_id = ${formId}
     order by is_removed, position`.execute(tx)
  const { rows: questions } = await sql<
    Columns<
      'questions',
      'id' | 'code' | 'text' | 'isRequired' | 'min' | 'max' | 'unit' | 'shownIf'
    > &
      Pick<Asked, 'kind'> & { readonly checks: readonly Check[] }
  >`
    select id, code, text, kind, is_required, min, max, unit, shown_if, checks
      from questions where election_id = ${electionId} and form_id = ${formId}
     order by is_removed, position`.execute(tx)
  const { rows: options } = await sql<Columns<'options', 'id' | 'questionId' | 'text'>>`
    select id, question_id, text from options
     where election_id = ${electionId} and form_id = ${formId}
     order by is_removed, position`.execute(tx)
  return { sections, questions, options }
}

/** New ids for as many parts as a draft may need, allocated in three round trips instead of one per part. */
async function allotter(tx: Tx, formSections: readonly SectionDraft[]): Promise<AllocateId> {
  const questions = formSections.flatMap((section) => section.questions)
  const options = questions.flatMap((question) => question.optionsToQuestions)
  const fields = questions.filter(({ kind }) => kind !== undefined && !isChoice(kind))
  const take = async (table: string, count: number) => {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id
        from generate_series(1, ${count}::integer)`.execute(tx)
    return rows.map(({ id }) => id)
  }
  const taken = {
    sections: await take('form_sections', formSections.length),
    questions: await take('questions', questions.length),
    options: await take('options', options.length + fields.length),
  }
  return (kind) => {
    const id = taken[kind].shift()
    if (id === undefined) throw new Error(`No more ids for ${kind}`)
    return id
  }
}

async function writeParts(
  tx: Tx,
  { electionId, formId }: FormKey,
  sections: readonly IdentifiedSection[],
) {
  const questions = sections.flatMap((section) =>
    section.questions.map((question, position) => ({
      ...question,
      position,
      sectionId: section.id,
    })),
  )
  const options = questions.flatMap((question) =>
    question.options.map((option, position) => ({ ...option, position, questionId: question.id })),
  )
  // Only new parts come with translations: those of stored ones have calls of their own.
  await sql`
    insert into form_sections (election_id, form_id, id, code, description, shown_if, position, translations)
    select ${electionId}, ${formId}, d.* from jsonb_to_recordset(${JSON.stringify(
      sections.map(({ id, code, description, shownIf, translations = {} }, position) => ({
        ...{ id, code, description, shownIf, position, translations },
      })),
    )}::jsonb) as d (id integer, code text, description text, "shownIf" text, position integer,
                            translations jsonb)
    on conflict (election_id, id) do update set code = excluded.code,
      description = excluded.description, shown_if = excluded.shown_if, position = excluded.position, is_removed = false`.execute(
    tx,
  )
  await sql`
    insert into questions (election_id, form_id, id, section_id, code, text, type, hint, position,
                           kind, is_required, min, max, unit, shown_if, checks, translations)
    select ${electionId}, ${formId}, d.id, d."sectionId", d.code, d.text, d."questionType", d.hint,
           d.position, d.kind, d."isRequired", d.min, d.max, d.unit, d."shownIf", d.checks,
           coalesce(d.translations, '{}')
      from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
        as d (id integer, "sectionId" integer, code text, text text, "questionType" smallint,
              hint text, position integer, kind text, "isRequired" boolean, min double precision,
              max double precision, unit text, "shownIf" text, checks jsonb, translations jsonb)
    on conflict (election_id, id) do update set section_id = excluded.section_id,
      code = excluded.code, text = excluded.text, type = excluded.type, hint = excluded.hint,
      position = excluded.position, kind = excluded.kind, is_required = excluded.is_required,
      min = excluded.min, max = excluded.max, unit = excluded.unit, shown_if = excluded.shown_if,
      checks = excluded.checks, is_removed = false`.execute(tx)
  await sql`
    insert into options
      (election_id, form_id, id, question_id, text, is_free_text, is_flagged, hint, position,
       translations)
    select ${electionId}, ${formId}, d.id, d."questionId", d.text, d."isFreeText", d."isFlagged",
           d.hint, d.position, coalesce(d.translations, '{}')
      from jsonb_to_recordset(${JSON.stringify(options)}::jsonb)
        as d (id integer, "questionId" integer, text text, "isFreeText" boolean,
              "isFlagged" boolean, hint text, position integer,
              translations jsonb)
    on conflict (election_id, id) do update set text = excluded.text,
      is_free_text = excluded.is_free_text, is_flagged = excluded.is_flagged, hint = excluded.hint,
      position = excluded.position, is_removed = false`.execute(tx)
}

/** Marks parts the draft no longer has as removed; returns how many. */
async function removeOthers(
  tx: Tx,
  { electionId, formId }: FormKey,
  sections: readonly IdentifiedSection[],
): Promise<number> {
  let removed = 0
  for (const [table, ids] of Object.entries(keptOf(sections))) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set is_removed = true
       where election_id = ${electionId} and form_id = ${formId} and not is_removed
         and id <> all(${ids}::integer[])`.execute(tx)
    removed += Number(numAffectedRows)
  }
  return removed
}

/** The ids of a form's current parts, by table. */
function keptOf(sections: readonly IdentifiedSection[]) {
  const questions = sections.flatMap((section) => section.questions)
  return {
    form_sections: sections.map(({ id }) => id),
    questions: questions.map(({ id }) => id),
    options: questions.flatMap((question) => question.options.map(({ id }) => id)),
  }
}
